// Command k6 is k6 with the one extension that the journeys need: event streams.
package main

import (
	"go.k6.io/k6/cmd"

	_ "ridgeline.example/k6/sse"
)

func main() {
	cmd.Execute()
}
