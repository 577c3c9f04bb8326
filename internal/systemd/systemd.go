// Package systemd tells the service manager how a daemon is, by the notify protocol of
// sd_notify(3). Without a service manager, which the environment tells, nothing is said.
package systemd

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// Manager is the service manager that started this process.
type Manager struct {
	// Logger hears of a service manager that does not listen, which stops nothing.
	Logger *slog.Logger
}

// Ready says that the daemon works, for the first time or after Reloading.
func (m Manager) Ready() { m.tell(daemon.SdNotifyReady) }

// Reloading says that it begins to go over to changed settings, as Type=notify-reload wants it: with
// the time of the monotonic clock.
func (m Manager) Reloading() {
	m.tell(daemon.SdNotifyReloading + "\n" + daemon.SdNotifyMonotonicUsec())
}

// Stopping says that it ends.
func (m Manager) Stopping() { m.tell(daemon.SdNotifyStopping) }

// Attend says that the daemon lives until ctx ends, and then that it ends. What it returns is to be
// called at its end.
func (m Manager) Attend(ctx context.Context) (leave func()) {
	living, dead := context.WithCancel(ctx)
	var telling sync.WaitGroup
	telling.Go(func() {
		m.Keep(living)
		<-living.Done()
		m.Stopping()
	})
	return func() {
		dead()
		telling.Wait()
	}
}

// Keep says that the daemon lives, twice in each WatchdogSec of the unit, until ctx ends.
func (m Manager) Keep(ctx context.Context) {
	within, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		m.Logger.Warn("the watchdog of the service manager is not answered", "error", err)
	}
	if within == 0 {
		return
	}
	ticker := time.NewTicker(within / 2)
	defer ticker.Stop()
	for {
		m.tell(daemon.SdNotifyWatchdog)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (m Manager) tell(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		m.Logger.Warn("the service manager is not told how the daemon is", "state", state, "error", err)
	}
}
