package sandbox

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseFault reads the text form of a Fault, as it is described there.
func ParseFault(text string) (Fault, error) {
	kind, rest, _ := strings.Cut(text, ":")
	scope, options, _ := strings.Cut(rest, ":")
	f := Fault{Kind: strings.TrimSpace(kind), Scope: strings.TrimSpace(scope)}
	for option := range strings.SplitSeq(options, ",") {
		if option = strings.TrimSpace(option); option == "" {
			continue
		}
		if err := f.set(option); err != nil {
			return Fault{}, fmt.Errorf("read fault %q: %w", text, err)
		}
	}
	if err := f.check(); err != nil {
		return Fault{}, fmt.Errorf("read fault %q: %w", text, err)
	}
	return f, nil
}

// set takes one option, name=value.
func (f *Fault) set(option string) error {
	name, value, ok := strings.Cut(option, "=")
	if !ok {
		return fmt.Errorf("option %q is not name=value", option)
	}
	var err error
	switch name {
	case "times":
		f.Times, err = strconv.Atoi(value)
	case "every":
		f.Every, err = strconv.Atoi(value)
	case "probability":
		f.Probability, err = strconv.ParseFloat(value, 64)
	case "seed":
		f.Seed, err = strconv.ParseInt(value, 10, 64)
	case "delay":
		f.Delay = value
	case "status":
		f.Status, err = strconv.Atoi(value)
	case "retry_after":
		var n int
		n, err = strconv.Atoi(value)
		f.RetryAfter = &n
	case "shift":
		f.Shift, err = strconv.Atoi(value)
	default:
		return fmt.Errorf("there is no option %q; the options are times, every, probability, seed, delay, status, retry_after, shift", name)
	}
	if err != nil {
		return fmt.Errorf("option %q: %w", option, err)
	}
	return nil
}
