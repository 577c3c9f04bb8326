package service

import (
	"errors"
	"time"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
	"golang.org/x/sys/windows/svc"
	"golang.org/x/sys/windows/svc/eventlog"
	"golang.org/x/sys/windows/svc/mgr"
)

// Connect is the manager of this machine.
func Connect() (Manager, error) {
	m, err := mgr.Connect()
	if err != nil {
		return nil, known(err)
	}
	return control{m}, nil
}

// control is the service control manager.
type control struct{ m *mgr.Mgr }

// Close implements Manager.
func (c control) Close() error { return c.m.Disconnect() }

// known names the errors of the system that a person can do something about.
func known(err error) error {
	for number, is := range map[windows.Errno]error{
		windows.ERROR_SERVICE_DOES_NOT_EXIST:    ErrAbsent,
		windows.ERROR_SERVICE_EXISTS:            ErrExists,
		windows.ERROR_DUPLICATE_SERVICE_NAME:    ErrExists,
		windows.ERROR_ACCESS_DENIED:             ErrDenied,
		windows.ERROR_SERVICE_ALREADY_RUNNING:   ErrRunning,
		windows.ERROR_SERVICE_NOT_ACTIVE:        ErrStopped,
		windows.ERROR_SERVICE_MARKED_FOR_DELETE: ErrAbsent,
	} {
		if errors.Is(err, number) {
			return errors.Join(is, err)
		}
	}
	return err
}

// open does something with a service.
func (c control) open(name string, do func(*mgr.Service) error) error {
	s, err := c.m.OpenService(name)
	if err != nil {
		return known(err)
	}
	defer s.Close() // nothing is lost with a handle
	return known(do(s))
}

// Failures within a day count together: the first is answered soon, and those after it later.
var restarts = []mgr.RecoveryAction{
	{Type: mgr.ServiceRestart, Delay: 5 * time.Second},
	{Type: mgr.ServiceRestart, Delay: 30 * time.Second},
	{Type: mgr.ServiceRestart, Delay: 5 * time.Minute},
}

const failuresForgotten = 24 * 60 * 60 // seconds

// Install implements Manager. What was begun is undone where it fails.
func (c control) Install(d Definition) error {
	s, err := c.m.CreateService(d.Name, d.Program, mgr.Config{
		DisplayName: d.Title, Description: d.Title, StartType: mgr.StartAutomatic, DelayedAutoStart: true, ServiceStartName: d.Account,
	}, d.Args...)
	if err != nil {
		return known(err)
	}
	defer s.Close() // nothing is lost with a handle
	err = s.SetRecoveryActions(restarts, failuresForgotten)
	if err == nil {
		err = s.SetRecoveryActionsOnNonCrashFailures(true)
	}
	if err == nil && !hasEvents(d.Name) {
		err = eventlog.InstallAsEventCreate(d.Name, eventlog.Error|eventlog.Warning|eventlog.Info)
	}
	if err != nil {
		return errors.Join(known(err), s.Delete())
	}
	return nil
}

// hasEvents reports whether there is a source of events of that name, as an earlier service may have left it.
func hasEvents(name string) bool {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, `SYSTEM\CurrentControlSet\Services\EventLog\Application\`+name, registry.QUERY_VALUE)
	if err != nil {
		return false
	}
	return key.Close() == nil
}

// Remove implements Manager.
func (c control) Remove(name string) error {
	err := c.open(name, (*mgr.Service).Delete)
	if err == nil && hasEvents(name) {
		err = known(eventlog.Remove(name))
	}
	return err
}

// Start implements Manager.
func (c control) Start(name string) error {
	return c.open(name, func(s *mgr.Service) error { return s.Start() })
}

// Stop implements Manager.
func (c control) Stop(name string) error {
	return c.open(name, func(s *mgr.Service) error {
		_, err := s.Control(svc.Stop)
		return err
	})
}

// Look implements Manager.
func (c control) Look(name string) (now Status, err error) {
	err = c.open(name, func(s *mgr.Service) error {
		status, err := s.Query()
		now = Status{Name: name, State: states[status.State], ExitCode: status.Win32ExitCode}
		if status.Win32ExitCode == uint32(windows.ERROR_SERVICE_SPECIFIC_ERROR) {
			now.ExitCode = status.ServiceSpecificExitCode
		}
		if status.Win32ExitCode == uint32(windows.ERROR_SERVICE_NEVER_STARTED) {
			now.ExitCode = 0 // it was not run yet
		}
		return err
	})
	return now, err
}

// states are the manager's words for them; a service of ours is never paused.
var states = map[svc.State]State{svc.Stopped: Stopped, svc.StartPending: Starting, svc.Running: Running, svc.StopPending: Stopping}
