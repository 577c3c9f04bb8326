package statement

import (
	"time"

	"github.com/dropbridge/dropbridge/internal/money"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// Shown is an amount in messages of whoever builds on statements, as theirs have it.
func Shown(m money.Amount) wording.Sayer { return shown(m) }

// OnDay is the day that t's own clock shows, in such messages.
func OnDay(t time.Time) wording.Sayer { return onDay(t) }
