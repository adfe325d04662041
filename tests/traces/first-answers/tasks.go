/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */

// Programs whose runtime moves tasks among threads. Build: CGO_ENABLED=0 go build -o tasks tasks.go
package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync"
	"time"
)

// work computes for some hundred microseconds a round.
func work(rounds int) (sum int) {
	for i := 0; i < rounds*100000; i++ {
		sum += i ^ sum
	}
	return sum
}

// answer serves every connection by a task of its own.
func answer(request func()) {
	listener, err := net.Listen("tcp", ":7070")
	if err != nil {
		panic(err)
	}
	for {
		connection, err := listener.Accept()
		if err != nil {
			panic(err)
		}
		go func() {
			defer connection.Close()
			line := make([]byte, 16)
			for {
				if _, err := io.ReadFull(connection, line); err != nil {
					return
				}
				request()
				connection.Write(line)
			}
		}()
	}
}

// ask sends so many requests over each of some connections.
func ask(host string, connections, requests int) {
	var all sync.WaitGroup
	begin := time.Now()
	for i := 0; i < connections; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			connection, err := net.Dial("tcp", host+":7070")
			if err != nil {
				panic(err)
			}
			defer connection.Close()
			line := make([]byte, 16)
			for j := 0; j < requests; j++ {
				connection.Write(line)
				io.ReadFull(connection, line)
			}
		}()
	}
	all.Wait()
	fmt.Printf("%d requests in %v\n", connections*requests, time.Since(begin))
}

func main() {
	number := func(i int) int { n, _ := strconv.Atoi(os.Args[i]); return n }
	switch os.Args[1] {
	case "compute": // one task at a time is on a processor
		runtime.GOMAXPROCS(1)
		answer(func() { work(number(2)) })
	case "sleep":
		answer(func() { work(1); time.Sleep(time.Duration(number(2)) * time.Millisecond) })
	default:
		ask(os.Args[2], number(3), number(4))
	}
}
