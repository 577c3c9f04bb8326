//go:build !windows

package service

import (
	"context"

	"github.com/dropbridge/dropbridge/internal/failure"
)

// Connect is the manager of this machine; where there is none it is refused, with what to use.
func Connect() (Manager, error) { return nil, refuse(failure.Usage, "elsewhere") }

// serve is what the manager starts.
func (p *Program) serve(context.Context, string) error {
	return refuse(failure.Usage, "elsewhere")
}
