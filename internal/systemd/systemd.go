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
	// Stuck is why the daemon does not go on, though it lives, "" where it does; nil: it always does.
	Stuck func() string
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

// Keep says that the daemon goes on, twice in each WatchdogSec of the unit, until ctx ends. While it is
// stuck it says nothing, and the manager starts it again.
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
		if why := m.stuck(); why == "" {
			m.tell(daemon.SdNotifyWatchdog)
		} else {
			m.Logger.Error("the daemon does not go on: the service manager is not told that it does, and will start it again", "stuck", why)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (m Manager) stuck() string {
	if m.Stuck == nil {
		return ""
	}
	return m.Stuck()
}

func (m Manager) tell(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		m.Logger.Warn("the service manager is not told how the daemon is", "state", state, "error", err)
	}
}
