package service

import (
	"errors"

	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Manager is the service control manager of this machine. Its errors are the ones below, or those of
// the system.
type Manager interface {
	Install(Definition) error
	Remove(name string) error // of a service that is stopped, with its source of events
	Start(name string) error  // returns before it has started
	Stop(name string) error   // returns before it has stopped
	Look(name string) (Status, error)
	Close() error
}

// Why a manager did not do it.
var (
	ErrAbsent  = errors.New("there is no such service")
	ErrExists  = errors.New("there is such a service already")
	ErrDenied  = errors.New("this user may not do that")
	ErrRunning = errors.New("the service runs already")
	ErrStopped = errors.New("the service does not run")
)

// Definition is a service that is to be installed. It starts with the machine, a little later than
// others, and again when it has failed.
type Definition struct {
	Name    string
	Title   string // as lists of services show it
	Program string // its absolute path
	Args    []string
	Account string // whose password nobody needs, such as DefaultAccount
}

// State is how far a service is.
type State string

// The states of a service.
const (
	Stopped  State = "stopped"
	Starting State = "starting"
	Running  State = "running"
	Stopping State = "stopping"
)

// Status is how a service stands.
type Status struct {
	Name     string `json:"name"`
	State    State  `json:"state"`
	ExitCode uint32 `json:"exit_code"` // of the last run; 0 while it runs
}

// explain says why a manager did not do it, with the way out.
func explain(err error, name string) error {
	for key, known := range map[string]error{
		"absent": ErrAbsent, "exists": ErrExists, "denied": ErrDenied, "running": ErrRunning, "stopped": ErrStopped,
	} {
		if errors.Is(err, known) {
			return refuse(failure.Other, key, name)
		}
	}
	return err
}

// refuse is service.KEY of the catalogue, with its way out.
func refuse(kind failure.Kind, key string, values ...any) error {
	return refusal.New(kind, wording.NewMessage("service."+key, values...), wording.NewMessage("service."+key+".way", values[:min(1, len(values))]...))
}
