// Package sse lets a k6 script read an event stream, which k6's own HTTP module cannot: it waits for the end of an answer.
package sse

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/grafana/sobek"
	"go.k6.io/k6/js/modules"
	"go.k6.io/k6/lib"
)

func init() {
	modules.Register("k6/x/sse", new(rootModule))
}

type rootModule struct{}

func (*rootModule) NewModuleInstance(vu modules.VU) modules.Instance {
	return &instance{vu: vu}
}

type instance struct {
	vu modules.VU
}

func (i *instance) Exports() modules.Exports {
	return modules.Exports{Named: map[string]any{"watch": i.watch}}
}

// Event is one event of a stream as the script sees it.
type Event struct {
	Name string `js:"name"`
	ID   string `js:"id"`
	Data string `js:"data"`
}

// Ending tells how a watch ended: "stopped" by the script, "closed" by the server, "late" when its time was over, or
// "refused" when the answer was no stream.
type Ending struct {
	Status int    `js:"status"`
	Reason string `js:"reason"`
}

// watch reads a stream and hands each event to the script until that answers true. It holds the virtual user as a
// request of k6/http does, so that the script's function runs on the thread that it belongs to.
func (i *instance) watch(url string, headers map[string]string, timeoutMs int64, onEvent sobek.Callable) (*Ending, error) {
	state := i.vu.State()
	if state == nil {
		return nil, errors.New("a stream can be watched by a virtual user only, not while the script loads")
	}
	ctx, cancel := context.WithTimeout(i.vu.Context(), time.Duration(timeoutMs)*time.Millisecond)
	defer cancel()
	response, err := open(ctx, state, url, headers)
	if err != nil {
		return late(ctx, 0, err)
	}
	defer func() { _ = response.Body.Close() }()
	kind := response.Header.Get("Content-Type")
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
		return &Ending{Status: response.StatusCode, Reason: "refused"}, nil
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(make([]byte, 0, 64*1024), 4*1024*1024)
	for events := (parser{}); lines.Scan(); {
		event := events.line(lines.Text())
		if event == nil {
			continue
		}
		stop, err := onEvent(sobek.Undefined(), i.vu.Runtime().ToValue(*event))
		if err != nil {
			return nil, err
		}
		if stop.ToBoolean() {
			return &Ending{Status: response.StatusCode, Reason: "stopped"}, nil
		}
	}
	if ctx.Err() != nil {
		return late(ctx, response.StatusCode, ctx.Err())
	}
	return &Ending{Status: response.StatusCode, Reason: "closed"}, nil
}

func late(ctx context.Context, status int, err error) (*Ending, error) {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &Ending{Status: status, Reason: "late"}, nil
	}
	return nil, err
}

// open asks for the stream over k6's dialer, which counts its bytes and keeps to k6's rules about addresses.
func open(ctx context.Context, state *lib.State, url string, headers map[string]string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("the stream's address: %w", err)
	}
	request.Header.Set("Accept", "text/event-stream")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	transport := &http.Transport{
		DialContext:        state.Dialer.DialContext,
		TLSClientConfig:    state.TLSConfig,
		DisableCompression: true,
		DisableKeepAlives:  true,
	}
	return transport.RoundTrip(request)
}
