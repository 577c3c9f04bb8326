package move_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/dropbridge/dropbridge/internal/journal/move"
	"github.com/dropbridge/dropbridge/internal/testmain"
)

// childVariable makes this test program a child that moves a journal: it holds the plan.
const childVariable = "MOVE_TEST_CHILD"

// plan is what a child does.
type plan struct {
	From, To string
	Nth      int // the transaction after which it is killed, 0: it ends its work
}

func TestMain(m *testing.M) {
	text := os.Getenv(childVariable)
	if text == "" {
		os.Exit(testmain.Run(m))
	}
	var p plan
	testmain.CollectLate()
	err := json.Unmarshal([]byte(text), &p)
	if err == nil {
		err = p.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run moves, and dies after the nth transaction with no chance to tidy up.
func (p plan) run() error {
	left := p.Nth
	o := options(p.From, p.To)
	o.Progress = func(move.Progress) {
		if left--; left != 0 {
			return
		}
		if self, err := os.FindProcess(os.Getpid()); err == nil {
			_ = self.Kill()
		}
		select {} // until the signal arrives
	}
	_, err := move.Run(context.Background(), o)
	return err
}

func options(from, to string) move.Options {
	return move.Options{From: from, To: to, Now: time.Now, After: time.After}
}
