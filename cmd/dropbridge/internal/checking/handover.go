package checking

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/dropbridge/dropbridge/importer/handover"
	"github.com/dropbridge/dropbridge/internal/config"
	"github.com/dropbridge/dropbridge/internal/durable"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// handoverLook is what was found of one part of how orders are handed over.
type handoverLook struct {
	name, detail string
	err          error
}

// lookPatience is how long a mail server may take.
const lookPatience = 30 * time.Second

// lookAtHandover tries the place where files of orders go, without handing anything over, and
// leaves an example of such a file. preview is nil where the template cannot be used.
func lookAtHandover(ctx context.Context, c *config.Config, lookupEnv func(string) (string, bool)) (looks []handoverLook, preview *handover.Preview) {
	options, outlet, err := c.HandoverOptions(lookupEnv)
	if err != nil {
		return []handoverLook{{"orders", "", err}}, nil
	}
	say := func(key string, values ...any) string { return wording.NewMessage(key, values...).In(c.Spoken()) }
	when := say("handover.at_once")
	if options.Daily {
		when = say("handover.daily", c.Supplier.Orders.At.Text)
	}
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	looks = append(looks, handoverLook{"orders", say("handover.where", outlet.Describe(), when), unusable(outlet.Check(ctx))})
	path := c.OrdersExample(options.Template.Format)
	if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
		err = durable.WriteFile(path, func(w io.Writer) error {
			made, err := options.Template.Preview(w, c.Spoken(), time.Now())
			preview = &made
			return err
		})
	}
	looks = append(looks, handoverLook{"order file", say("handover.example", options.Template.Name, path), err})
	if tracked := c.Supplier.Orders.Waybills; tracked != nil {
		looks = append(looks, handoverLook{"waybills of the supplier", tracked.Folder, options.Tracking.Check(ctx)})
	}
	return looks, preview
}

// unusable is what keeps files of orders from going out, in the words of who found it.
func unusable(err error) error {
	if found, ok := errors.AsType[*supplier.Error](err); ok && found.Detail != "" {
		return &failure.Error{Kind: failure.Supplier, Err: errors.New(found.Detail)}
	}
	return err
}
