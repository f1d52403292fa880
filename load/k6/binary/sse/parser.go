package sse

import "strings"

// parser puts lines together to events, as https://html.spec.whatwg.org/multipage/server-sent-events.html says.
type parser struct {
	event Event
	data  []string
}

// line takes the next line; it answers the event that the line completes, else nil.
func (p *parser) line(text string) *Event {
	if text == "" {
		return p.complete()
	}
	field, value, _ := strings.Cut(text, ":")
	value = strings.TrimPrefix(value, " ")
	switch field {
	case "event":
		p.event.Name = value
	case "id":
		p.event.ID = value
	case "data":
		p.data = append(p.data, value)
	}
	return nil
}

// complete answers the event whose lines have come; one without data is none.
func (p *parser) complete() *Event {
	event, data := p.event, p.data
	p.event, p.data = Event{ID: event.ID}, nil
	if data == nil {
		return nil
	}
	if event.Name == "" {
		event.Name = "message"
	}
	event.Data = strings.Join(data, "\n")
	return &event
}
