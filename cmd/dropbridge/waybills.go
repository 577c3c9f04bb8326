package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/importer/waybill"
	"github.com/dropbridge/dropbridge/importer/waybill/keeper"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// waybillsConfig is the file by which a source's own system learns of waybills.
type waybillsConfig struct {
	Template  string            `yaml:"template"`
	Out       string            `yaml:"out"`
	Since     strictyaml.Scalar `yaml:"since"` // 30d, or as other times
	Overwrite bool              `yaml:"overwrite"`
	Only      strictyaml.Scalar `yaml:"only"` // new: each waybill once, in files with {time} in their names
}

// waybillSources are the sources that have a waybill file; ""
// is the inbox itself.
func (c *config) waybillSources() []string {
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

func (c *config) waybills(source string) (settings *waybillsConfig, key string) {
	if source == "" {
		return c.Inbox.Default.Waybills, "inbox.waybills"
	}
	return c.Inbox.Sources[source].Waybills, "inbox.sources." + source + ".waybills"
}

func (c *config) setWaybillDefaults() {
	for _, source := range c.waybillSources() {
		settings, _ := c.waybills(source)
		settings.Template = c.templateName(settings.Template)
	}
}

// validateWaybills refuses files that cannot be, or that would be written over something
// else; feeds has the feeds' names by the files that they write.
func (c *config) validateWaybills(feeds map[string]string) error {
	taken := map[string]string{resolved(c.file): "the config"}
	for file, feed := range feeds {
		taken[resolved(file)] = "a file of feeds." + feed
	}
	if !strings.Contains(c.Journal, "://") {
		taken[resolved(c.journal())] = "the journal"
	}
	if c.Supplier.TokenFile != "" {
		taken[resolved(c.path(c.Supplier.TokenFile))] = "the file of the token"
	}
	for _, source := range c.waybillSources() {
		settings, key := c.waybills(source)
		if err := c.validateWaybillKeys(settings, key); err != nil {
			return err
		}
		out := resolved(c.path(settings.Out))
		if other := taken[out]; other != "" {
			return configError("give the waybills a file of their own", "%s: %s.out is %s", c.file, key, other)
		}
		taken[out] = "the file of " + key
		for _, dir := range []string{"state", c.Inbox.Dir, c.Inbox.Results, c.Inbox.Archive, c.Inbox.Failed} {
			if within(resolved(c.path(dir)), out) {
				return configError("name a file in a folder of its own, such as back/"+filepath.Base(out),
					"%s: %s.out: %s lies in the folder %s, which has another purpose", c.file, key, settings.Out, dir)
			}
		}
	}
	return nil
}

func (c *config) validateWaybillKeys(settings *waybillsConfig, key string) error {
	fail := func(hint, format string, args ...any) error {
		return configError(hint, c.file+": "+key+format, args...)
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
		return settings.Only.Wrong(c.file, "%s.only: %q is not known: write new, or leave it out", key, settings.Only.Text)
	case settings.Only.Text == "new" && !strings.Contains(filepath.Base(settings.Out), waybill.OutTime):
		return fail("such as back/waybills-{time}.csv", ".out: with only: new each file needs a name of its own, with {time} in it")
	case settings.Only.Text == "" && timed:
		return fail("{time} makes a new file each time: it goes with only: new", ".out: {time} has no place here")
	}
	_, err := parseDays(settings.Since)
	if err != nil {
		return settings.Since.Wrong(c.file, "%s.since: %v", key, err)
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

// resolved is a path with the links of its folder followed, as far as that is there.
func resolved(path string) string {
	path, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for dir, rest := path, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
	}
}

func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// waybillFile is a source's waybill file as the importer takes it, nil where it has none.
func (c *config) waybillFile(source string) (*waybill.File, error) {
	settings, key := c.waybills(source)
	if settings == nil {
		return nil, nil
	}
	template, err := waybill.Load(c.templates(), settings.Template)
	if err != nil {
		if _, located := errors.AsType[*strictyaml.Error](err); !located {
			err = fmt.Errorf("%s: %s.template: %w", c.file, key, err)
		}
		return nil, configError(hintOf(err), "%w", err)
	}
	since, err := parseDays(settings.Since)
	return &waybill.File{Template: template, Out: c.path(settings.Out), Since: since, Overwrite: settings.Overwrite,
		OnlyNew: settings.Only.Text == "new"}, err
}

// checkWaybills says of each waybill file whether it can be written.
func (a *app) checkWaybills(ctx context.Context, c *config, add func(name, detail string, err error) bool) {
	for _, source := range c.waybillSources() {
		settings, _ := c.waybills(source)
		name := "waybills " + source
		if source == "" {
			name = "waybills inbox"
		}
		file, err := c.waybillFile(source)
		if err == nil {
			_, err = tryFolder(filepath.Dir(file.Out))
		}
		if err == nil {
			err = a.checkWaybillFile(ctx, c, source, *file)
		}
		add(name, fmt.Sprintf("%s → %s, writable", settings.Template, settings.Out), err)
	}
}

// checkWaybillFile asks the journal whether the file that is there is ours.
func (a *app) checkWaybillFile(ctx context.Context, c *config, source string, file waybill.File) error {
	if c.journalGone() {
		return nil // said above; nothing is made for a look
	}
	j, err := a.openJournal(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(keeper.Check(ctx, j, c.account(), source, file, c.language), j.Close())
}
