package reload

import (
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// Hangups are the signals SIGHUP of a process: who reads its settings anew then hears of them by
// Asked, and everybody else ends by them as cleanly as by SIGTERM. On Windows there are none. Use
// Listen.
type Hangups struct {
	asked   chan struct{}
	reloads atomic.Bool
}

// Listen hears the signals of the process until stop is called; end ends what does not reload.
// A process that was started to outlast its terminal, as nohup does it, goes on.
func Listen(end func()) (h *Hangups, stop func()) {
	h = &Hangups{asked: make(chan struct{}, 1)}
	outlasts := signal.Ignored(syscall.SIGHUP)
	signals, over := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-over:
				return
			case <-signals:
			}
			switch {
			case h.reloads.Load():
				h.Ask()
			case !outlasts:
				end()
			}
		}
	}()
	return h, func() {
		signal.Stop(signals)
		close(over)
	}
}

// Ask is as a signal, for where a system has none. Of no process nobody hears it.
func (h *Hangups) Ask() {
	if h == nil {
		return
	}
	select {
	case h.asked <- struct{}{}:
	default: // one that was not answered yet stands for both
	}
}

// Asked hears of each signal from now on, which ends nothing any more. Of no process it hears of none.
func (h *Hangups) Asked() <-chan struct{} {
	if h == nil {
		return nil
	}
	h.reloads.Store(true)
	return h.asked
}
