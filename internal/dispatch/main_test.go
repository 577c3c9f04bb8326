package dispatch_test

import (
	"os"
	"testing"

	"github.com/dropbridge/dropbridge/internal/testmain"
)

func TestMain(m *testing.M) { os.Exit(testmain.RunWaiting(m)) }
