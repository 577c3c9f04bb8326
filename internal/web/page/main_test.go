package page

import (
	"os"
	"testing"

	"github.com/dropbridge/dropbridge/internal/testmain"
)

func TestMain(m *testing.M) { os.Exit(testmain.Run(m)) }
