package config

import (
	"errors"
	"maps"
	"os/user"
	"slices"
	"strconv"

	"github.com/dropbridge/dropbridge/importer/desk"
	"github.com/dropbridge/dropbridge/importer/objects"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/importer/sheets"
	"github.com/dropbridge/dropbridge/internal/config/sheet"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// Importer is the config as the importer takes it; the importer makes the folders.
func (c *Config) Importer() (desk.Config, error) {
	settings := desk.Config{
		Account: c.ShopAccount(), NewAccount: c.ShopNewAccount(), Suppliers: c.namedSuppliers(),
		Inbox: c.Path(c.Inbox.Dir), Results: c.Path(c.Inbox.Results), Archive: c.Path(c.Inbox.Archive),
		Failed: c.Path(c.Inbox.Failed), Spool: c.Spool(),
		Settle: c.Inbox.Settle, Scan: c.Inbox.Scan, Follow: c.Inbox.Follow,
		DoneSuffix: c.Inbox.Done, Language: c.language, Sources: map[string]desk.Source{},
		Disk: desk.Durably{},
	}
	var err error
	if settings.Mode, err = c.Inbox.Mode.mode(c.File, "inbox.mode"); err != nil {
		return settings, err
	}
	if settings.Owners, err = c.owners(); err != nil {
		return settings, err
	}
	if settings.Default, err = c.Source(""); err != nil {
		return settings, err
	}
	for name := range c.Inbox.Sources {
		if settings.Sources[name], err = c.Source(name); err != nil {
			return settings, err
		}
	}
	behind, err := c.Bucket()
	if behind != nil {
		settings.Disk = objects.New(behind, settings)
	}
	return settings, err
}

// owners are the ids of the users that the config names, by name or by number.
func (c *Config) owners() ([]int, error) {
	var ids []int
	for _, name := range c.Inbox.Owners {
		id, err := strconv.Atoi(name)
		if err == nil {
			ids = append(ids, id)
			continue
		}
		known, err := user.Lookup(name)
		if err == nil {
			id, err = strconv.Atoi(known.Uid)
		}
		if err != nil {
			return nil, failure.Mistake("name a user of this machine, or the user's number", "%s: inbox.owners: %q: %w", c.File, name, err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// Source is how the files of a source are read; "" is the inbox itself.
func (c *Config) Source(name string) (desk.Source, error) {
	options, err := c.ReadOptions(name)
	if err != nil {
		return desk.Source{}, err
	}
	waybills, err := c.WaybillFile(name)
	if err != nil {
		return desk.Source{}, err
	}
	return desk.Source{Profile: options.Profile, Prefix: options.ExternalIDPrefix, Carrier: options.Carrier, PaymentMethod: options.PaymentMethod,
		Words: options.Words, Ignore: options.Ignore, Columns: options.Columns, Route: options.Route, Waybills: waybills}, nil
}

// ReadOptions says how the files of a source are read; "" is the inbox itself.
func (c *Config) ReadOptions(source string) (orderfile.Options, error) {
	settings, known := c.Inbox.Sources[source]
	if source == "" {
		settings = c.Inbox.Default
	} else if !known {
		return orderfile.Options{}, c.RequireSource(source)
	}
	profile, err := c.OrderTemplate(settings.Template, "inbox template")
	if err != nil {
		return orderfile.Options{}, err
	}
	return orderfile.Options{Profile: profile, ExternalIDPrefix: settings.Prefix, Carrier: settings.Carrier, PaymentMethod: settings.Payment,
		Words: settings.words(), Ignore: settings.Ignore, Columns: settings.Columns, Route: c.route(source, settings), Language: c.language}, nil
}

// RequireSource refuses a source that the config does not have.
func (c *Config) RequireSource(name string) error {
	return c.requireKnown("usage.no_source", name, slices.Sorted(maps.Keys(c.Inbox.Sources)))
}

// Sheets are the Google sheets that orders come from, by source; "" is the inbox itself. Without
// lookupEnv the keys of accounts are not read.
func (c *Config) Sheets(lookupEnv func(string) (string, bool)) (map[string]sheets.Plan, error) {
	zone, err := c.Zone()
	if err != nil {
		return nil, err
	}
	return sheet.Plans(sheet.Place{File: c.File, Path: c.Path, Zone: zone, LookupEnv: lookupEnv}, c.sheets())
}

// sheets are the keys of google_sheet, by source.
func (c *Config) sheets() map[string]*sheet.Settings {
	all := map[string]*sheet.Settings{"": c.Inbox.Default.GoogleSheet}
	for name, source := range c.Inbox.Sources {
		all[name] = source.GoogleSheet
	}
	return all
}

// OrderTemplate reads an order template; what names the setting in messages.
func (c *Config) OrderTemplate(name, what string) (*orderfile.Profile, error) {
	profile, err := orderfile.LoadProfile(c.TemplateSet(), name)
	if _, located := errors.AsType[*strictyaml.Error](err); err != nil && !located {
		return nil, failure.Mistake(failure.Hint(err), "%s: %w", what, err)
	}
	if err != nil {
		return nil, failure.Mistake(failure.Hint(err), "%w", err)
	}
	return profile, nil
}
