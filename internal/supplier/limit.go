package supplier

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/internal/oneline"
)

// Limit is how many requests may be made in any window of a length, such as 100 an hour.
type Limit struct {
	Requests int
	Window   time.Duration
}

// ParseLimit reads a limit such as "10/s", "10/m", "100/h" or "1000/d".
func ParseLimit(text string) (Limit, error) {
	windows := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	number, unit, _ := strings.Cut(strings.TrimSpace(text), "/")
	n, err := strconv.Atoi(number)
	window, known := windows[unit]
	if err != nil || !known || n < 1 || n > 1_000_000 {
		return Limit{}, fmt.Errorf("limit %q: want a number and s, m, h or d, as in 10/s", oneline.Clean(text, 40))
	}
	return Limit{Requests: n, Window: window}, nil
}

// String is the limit as ParseLimit reads it.
func (l Limit) String() string {
	for _, unit := range []struct {
		name   string
		window time.Duration
	}{{"s", time.Second}, {"m", time.Minute}, {"h", time.Hour}, {"d", 24 * time.Hour}} {
		if unit.window == l.Window {
			return strconv.Itoa(l.Requests) + "/" + unit.name
		}
	}
	return fmt.Sprintf("%d/%s", l.Requests, l.Window)
}
