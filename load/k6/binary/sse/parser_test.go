package sse

import (
	"strings"
	"testing"
)

func events(text string) []Event {
	var found []Event
	var p parser
	for _, line := range strings.Split(text, "\n") {
		if event := p.line(line); event != nil {
			found = append(found, *event)
		}
	}
	return found
}

func TestEventsOfAStream(t *testing.T) {
	found := events("retry: 2000\n\n:\n\nid: 7\nevent: migration-update\ndata: {\ndata: }\n\nevent: resync\ndata: {}\n\n")
	expected := []Event{{"migration-update", "7", "{\n}"}, {"resync", "7", "{}"}}
	if len(found) != len(expected) {
		t.Fatalf("%d events came, not %d", len(found), len(expected))
	}
	for i := range expected {
		if found[i] != expected[i] {
			t.Errorf("%v came, not %v", found[i], expected[i])
		}
	}
}

func TestAnEventWithoutNameIsAMessage(t *testing.T) {
	found := events("data:a\n\ndata: b")
	if len(found) != 1 || found[0].Name != "message" || found[0].Data != "a" {
		t.Errorf("%v came", found)
	}
}
