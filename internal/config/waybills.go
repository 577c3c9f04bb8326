package config

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/whereabouts"
)

// Waybills is the file by which a source's own system learns of waybills.
type Waybills struct {
	Template  string            `yaml:"template"`
	Out       string            `yaml:"out"`
	Since     strictyaml.Scalar `yaml:"since"` // 30d, or as other times
	Overwrite bool              `yaml:"overwrite"`
	Only      strictyaml.Scalar `yaml:"only"` // new: each waybill once, in files with {time} in their names
}

// WaybillSources are the sources that have a waybill file; ""
// is the inbox itself.
func (c *Config) WaybillSources() []string {
	var out []string
	if c.Inbox.Default.Waybills != nil {
		out = append(out, "")
	}
	for _, name := range slices.Sorted(maps.Keys(c.Inbox.Sources)) {
		if c.Inbox.Sources[name].Waybills != nil {
			out = append(out, name)
		}
	}
	return out
}

// WaybillsOf is what is said of a source's waybill file, nil for none, and under which key.
func (c *Config) WaybillsOf(source string) (settings *Waybills, key string) {
	if source == "" {
		return c.Inbox.Default.Waybills, "inbox.waybills"
	}
	return c.Inbox.Sources[source].Waybills, "inbox.sources." + source + ".waybills"
}

func (c *Config) setWaybillDefaults() {
	for _, source := range c.WaybillSources() {
		settings, _ := c.WaybillsOf(source)
		settings.Template = c.templateName(settings.Template)
	}
}

// validateWaybills refuses files that cannot be, or that would be written over something
// else; feeds has the feeds' names by the files that they write.
func (c *Config) validateWaybills(feeds map[string]string) error {
	sources := c.WaybillSources()
	if len(sources) == 0 { // to resolve a path asks the system for each folder in it
		return nil
	}
	taken := map[string]string{whereabouts.Resolved(c.File): "the config"}
	for file, feed := range feeds {
		taken[whereabouts.Resolved(file)] = "a file of feeds." + feed
	}
	if !c.JournalOnServer() {
		taken[whereabouts.Resolved(c.JournalAddress())] = "the journal"
	}
	for _, one := range c.Suppliers() {
		if file := one.Supplier.UserFile; file != "" {
			taken[whereabouts.Resolved(c.Path(file))] = "the file of the supplier's user"
		}
		if file := one.Supplier.TokenFile; file != "" {
			taken[whereabouts.Resolved(c.Path(file))] = "the file of the token"
		}
	}
	for _, source := range sources {
		settings, key := c.WaybillsOf(source)
		if err := c.validateWaybillKeys(settings, key); err != nil {
			return err
		}
		out := whereabouts.Resolved(c.Path(settings.Out))
		if other := taken[out]; other != "" {
			return failure.Mistake("give the waybills a file of their own", "%s: %s.out is %s", c.File, key, other)
		}
		taken[out] = "the file of " + key
		for _, dir := range []string{"state", c.Inbox.Dir, c.Inbox.Results, c.Inbox.Archive, c.Inbox.Failed} {
			if whereabouts.Within(whereabouts.Resolved(c.Path(dir)), out) {
				return failure.Mistake("name a file in a folder of its own, such as back/"+filepath.Base(out),
					"%s: %s.out: %s lies in the folder %s, which has another purpose", c.File, key, settings.Out, dir)
			}
		}
	}
	return nil
}

func (c *Config) validateWaybillKeys(settings *Waybills, key string) error {
	fail := func(hint, format string, args ...any) error {
		return failure.Mistake(hint, c.File+": "+key+format, args...)
	}
	_, known := waybill.FormatOf(settings.Out)
	timed := strings.Contains(settings.Out, waybill.OutTime)
	switch {
	case settings.Template == "":
		return fail("`dropbridge templates` lists those of the kind waybills", ".template is missing")
	case settings.Out == "":
		return fail("name the file, such as back/waybills.csv", ".out is missing")
	case !known:
		return fail("a name that ends in .csv or .xlsx", ".out: %q has another ending", settings.Out)
	case settings.Only.Text != "" && settings.Only.Text != "new":
		return settings.Only.Wrong(c.File, "%s.only: %q is not known: write new, or leave it out", key, settings.Only.Text)
	case settings.Only.Text == "new" && !strings.Contains(filepath.Base(settings.Out), waybill.OutTime):
		return fail("such as back/waybills-{time}.csv", ".out: with only: new each file needs a name of its own, with {time} in it")
	case settings.Only.Text == "" && timed:
		return fail("{time} makes a new file each time: it goes with only: new", ".out: {time} has no place here")
	}
	_, err := parseDays(settings.Since)
	if err != nil {
		return settings.Since.Wrong(c.File, "%s.since: %v", key, err)
	}
	return nil
}

// parseDays reads a length of time in days, such as 30d, or as Go writes it; 0 where it is
// not set.
func parseDays(text strictyaml.Scalar) (time.Duration, error) {
	if text.Text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text.Text)
	if days, found := strings.CutSuffix(text.Text, "d"); found {
		var n int
		n, err = strconv.Atoi(days)
		d = time.Duration(n) * 24 * time.Hour
	}
	if err != nil || d < time.Hour || d > 10*365*24*time.Hour {
		return 0, fmt.Errorf("%q is no time that an order can stay in the file: write one such as 30d or 12h", text.Text)
	}
	return d, nil
}

// WaybillFile is a source's waybill file as the importer takes it, nil where it has none.
func (c *Config) WaybillFile(source string) (*waybill.File, error) {
	settings, key := c.WaybillsOf(source)
	if settings == nil {
		return nil, nil
	}
	template, err := waybill.Load(c.TemplateSet(), settings.Template)
	if err != nil {
		if _, located := errors.AsType[*strictyaml.Error](err); !located {
			err = fmt.Errorf("%s: %s.template: %w", c.File, key, err)
		}
		return nil, failure.Mistake(failure.Hint(err), "%w", err)
	}
	since, err := parseDays(settings.Since)
	return &waybill.File{Template: template, Out: c.Path(settings.Out), Since: since, Overwrite: settings.Overwrite,
		OnlyNew: settings.Only.Text == "new"}, err
}
