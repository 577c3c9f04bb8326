//go:build !unix

package orderfile

import (
	"testing"
	"time"
)

var began = time.Now()

// worked is how long the tests have taken so far: what the processors have worked is not known here.
func worked(*testing.T) time.Duration { return time.Since(began) }
