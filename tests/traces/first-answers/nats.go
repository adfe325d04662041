/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */

// A worker that takes jobs off a queue of NATS, sleeps for so many milliseconds and answers; or so many tasks that ask for so many jobs each, one after the other.
// worker URL MS | client URL TASKS N
// Build: go mod init natsw && go get github.com/nats-io/nats.go@v1.37.0 && CGO_ENABLED=0 go build -o natsw .
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
)

func connect(url string) *nats.Conn {
	for {
		c, e := nats.Connect(url)
		if e == nil {
			return c
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func main() {
	c := connect(os.Args[2])
	if os.Args[1] == "worker" {
		ms, _ := strconv.Atoi(os.Args[3])
		done := make(chan bool)
		c.QueueSubscribe("work", "q", func(m *nats.Msg) {
			time.Sleep(time.Duration(ms) * time.Millisecond)
			m.Respond([]byte("done"))
		})
		c.Subscribe("stop", func(m *nats.Msg) { done <- true })
		<-done
		return
	}
	threads, _ := strconv.Atoi(os.Args[3])
	n, _ := strconv.Atoi(os.Args[4])
	ok := make(chan bool)
	t0 := time.Now()
	for i := 0; i < threads; i++ {
		go func() {
			for j := 0; j < n; j++ {
				for {
					if _, e := c.Request("work", []byte("job"), 5*time.Second); e == nil {
						break
					}
					time.Sleep(100 * time.Millisecond)
				}
			}
			ok <- true
		}()
	}
	for i := 0; i < threads; i++ {
		<-ok
	}
	fmt.Println(time.Since(t0))
	c.Publish("stop", nil)
	c.Flush()
	c.Close()
}
