package config

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/config/bookfiles"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/pattern"
	"github.com/dropbridge/dropbridge/internal/refusal"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// validate refuses what no command could work with; each message names the key.
func (c *Config) validate() error {
	fail := func(hint, format string, args ...any) error {
		return failure.Mistake(hint, c.File+": "+format, args...)
	}
	outs := map[string]string{} // which feed writes a file
	for _, step := range []func() error{
		c.validateFiles,
		func() error { return c.validateSuppliers(fail) },
		c.validateLanguage,
		func() error { _, err := c.Zone(); return err },
		c.validateParties,
		func() error { _, err := c.Retention.Ages(c.File); return err },
		func() error { _, err := c.SFTPSettings(); return err },
		func() error { _, err := c.Sheets(nil); return err },
		func() error { _, err := c.BackupPlan(); return err },
		func() error { _, err := c.Inbox.Mode.mode(c.File, "inbox.mode"); return err },
		func() error { return c.validateFeeds(outs, fail) },
		c.validateKeys,
		func() error { return c.validateNotify(fail) },
		c.validateHTTP,
		func() error { return c.Log.Check(c.File) },
		func() error { return c.validateSources(fail) },
		func() error { return c.validateWaybills(outs) },
		c.validateBooks,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Config) validateFiles() (err error) {
	if c.Files != "" {
		_, err = bucket.ParseAddress(c.Files)
	}
	return err
}

func (c *Config) validateLanguage() (err error) {
	if c.Language.Text == "" {
		return nil
	}
	if c.language, err = wording.ParseLanguage(c.Language.Text); err != nil {
		return c.Language.Wrong(c.File, "%v", err)
	}
	return nil
}

// validateFeeds refuses feeds that could not be built, and two that write one file; outs becomes
// which of them writes a file.
func (c *Config) validateFeeds(outs map[string]string, fail func(hint, format string, args ...any) error) error {
	for _, name := range c.FeedNames() {
		feed := c.Feeds[name]
		switch {
		case feed.Template == "":
			return refusal.New(failure.Config, wording.NewMessage("config.no_template", c.File, name), wording.NewMessage("config.no_template.way"))
		case feed.Out == "":
			return refusal.New(failure.Config, wording.NewMessage("config.no_out", c.File, name), wording.NewMessage("config.no_out.way", name))
		case feed.MinStock < 0:
			return fail("a quantity, such as 3", "feeds.%s.min_stock: %d is below 0", name, feed.MinStock)
		case feed.Guard.Validate() != nil:
			return fail("", "feeds.%s.guard: %w", name, feed.Guard.Validate())
		case outs[c.Path(feed.Out)] != "":
			return refusal.New(failure.Config, wording.NewMessage("config.same_out", c.File, name, outs[c.Path(feed.Out)]), wording.NewMessage("config.same_out.way"))
		}
		if _, err := c.FeedSchedule(name); err != nil {
			return err
		}
		for _, file := range exporter.Files(c.Path(feed.Out), feed.Gzip) {
			if other := outs[file]; other != "" {
				return fail("give each feed a file of its own, whose name is not made of another's", "feeds.%s writes %s, as feeds.%s does", name, file, other)
			}
			outs[file] = name
		}
	}
	return nil
}

// supplierNames are those that stand in file names, addresses and order files alike.
var supplierNames = pattern.Lazy(`^[a-z0-9_-]+$`)

// validateSuppliers refuses suppliers that could not be told apart, and mistakes in each.
func (c *Config) validateSuppliers(fail func(hint, format string, args ...any) error) error {
	if !c.Several() {
		if c.AccountOfAll != "" || c.NewAccountOfAll != "" {
			return fail("write it as supplier.account or supplier.new_account", "account and new_account at the top go with suppliers:")
		}
		if c.Supplier.First {
			return fail("leave it out: there is no other", "supplier.first goes with suppliers:")
		}
		if c.Supplier.Counterparty != nil {
			return fail("write it at the top, beside supplier:", "supplier.counterparty goes with suppliers:")
		}
		return c.validateSupplier(fail)
	}
	if c.bothSupplierKeys {
		return fail("move what supplier: says to suppliers: {NAME: {first: true, …}}: its orders stay his", "supplier: and suppliers: stand beside each other")
	}
	if c.hasCounterparty() {
		return fail("write it under the supplier whose contract it is: suppliers.NAME.counterparty", "counterparty at the top goes with supplier:")
	}
	if len(c.Named) == 0 {
		return fail("write suppliers: {NAME: {base_url: …}}", "suppliers: names none")
	}
	if c.AccountOfAll == "" {
		return fail("write account: NAME, a name of your own; where orders were posted already, the account that `dropbridge status --json` shows for the old config, so that they stay known",
			"account is missing: with suppliers: it is the shop's, and part of every order's key")
	}
	return c.validateApart(fail)
}

// validateApart refuses what two suppliers must not share.
func (c *Config) validateApart(fail func(hint, format string, args ...any) error) error {
	first, accounts, variables := "", map[string]string{}, map[string]string{}
	for _, one := range c.Suppliers() {
		name, s := one.supplierName, one.Supplier
		account, variable := one.Account(), one.defaultTokenEnv()
		switch {
		case !supplierNames().MatchString(name):
			return fail("a name is made of a-z, 0-9, - and _", "suppliers: %q is no name", name)
		case s.BaseURL == "" && s.Products == nil && s.Orders == nil:
			return fail("write base_url: https://…; `dropbridge sandbox` starts a service to try it with", "%s is missing: of several suppliers none is the embedded sandbox", one.supplierKey("base_url"))
		case s.NewAccount != "":
			return fail("write it as new_account: beside account: at the top", "%s: with suppliers: the account of the orders is the shop's", one.supplierKey("new_account"))
		case s.First && first != "":
			return fail("keep first: true at the one who stood as supplier: before", "suppliers.%s and suppliers.%s both say first: true", first, name)
		case accounts[account] != "":
			return fail(fmt.Sprintf("give each a name of its own, such as %s: %s", one.supplierKey("account"), name),
				"suppliers.%s and suppliers.%s have one account, %s", accounts[account], name, account)
		case variables[variable] != "":
			return fail("choose names that differ in more than - and _", "suppliers.%s and suppliers.%s would share the variable %s of the environment", variables[variable], name, variable)
		}
		if s.First {
			first = name
		}
		accounts[account], variables[variable] = name, name
		if err := one.validateSupplier(fail); err != nil {
			return err
		}
	}
	return nil
}

// validateSupplier refuses what one supplier could not be worked with.
func (c *Config) validateSupplier(fail func(hint, format string, args ...any) error) error {
	s := &c.Supplier
	if s.BaseURL != "" {
		u, err := url.Parse(s.BaseURL)
		if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
			return refusal.New(failure.Config, wording.NewMessage("config.no_address", c.File, c.supplierKey("base_url"), s.BaseURL), wording.NewMessage("learn_source.no_address_way"))
		}
	}
	if c.supplierName != "" {
		if err := c.validateParties(); err != nil {
			return err
		}
	}
	if err := c.validateProducts(fail); err != nil {
		return err
	}
	if err := c.validateHandover(fail); err != nil {
		return err
	}
	if _, err := parseIdempotency(s.Idempotency); err != nil {
		return fail("one of: none, external_id, key 24h (the time that the supplier keeps keys)", "%s: %w", c.supplierKey("idempotency"), err)
	}
	if full := s.FullRead; full != nil && (*full < 0 || *full > 24*time.Hour) {
		return fail("at most 24h, so that what the supplier deleted does not stay; 0 reads everything each time", "%s: %s is not possible", c.supplierKey("full_read"), *full)
	}
	if every := c.WatchEvery(); every != 0 && every < time.Minute {
		return fail("write it like 1h, at least 1m; 0 turns it off", "%s: %s is too short", c.supplierKey("watch"), every)
	}
	for _, text := range s.Limits {
		if _, err := supplier.ParseLimit(text); err != nil {
			return fail("write limits like [10/s, 500/h]", "%s: %w", c.supplierKey("limits"), err)
		}
	}
	return nil
}

func (c *Config) validateSources(fail func(hint, format string, args ...any) error) error {
	all := map[string]Source{"inbox": c.Inbox.Default}
	for name, source := range c.Inbox.Sources {
		if name == "" || strings.ContainsAny(name, `/\`) || name[0] == '.' {
			return fail("a source's name is the name of its folder in the inbox", "inbox.sources: %q cannot be a folder's name", name)
		}
		all["inbox.sources."+name] = source
	}
	for key, source := range all {
		if err := c.validateRoute(key, source, fail); err != nil {
			return err
		}
		if source.Payment != "" && !slices.Contains([]string{supplier.PaymentPrepaid, supplier.PaymentBalance}, source.Payment) {
			return fail("one of: prepaid, balance (an amount on delivery comes from the file)", "%s.payment: %q is not known", key, source.Payment)
		}
		if source.Carrier != "" && !slices.Contains(supplier.Carriers(), source.Carrier) {
			return fail("one of: "+strings.Join(supplier.Carriers(), ", "), "%s.carrier: %q is not known", key, source.Carrier)
		}
		if _, err := lexicon.New(lexicon.Words{}, source.words()); err != nil {
			return fail(`write them like states: {"Комплектується": post}`, "%s.%w", key, err)
		}
		if err := validateColumns(key, source, fail); err != nil {
			return err
		}
	}
	return nil
}

// validateColumns refuses fields that nobody knows, and headings that are to be read and not.
func validateColumns(key string, source Source, fail func(hint, format string, args ...any) error) error {
	var known []string
	for _, f := range orderfile.Fields() {
		known = append(known, string(f))
	}
	for _, heading := range slices.Sorted(maps.Keys(source.Columns)) {
		if of := string(source.Columns[heading]); !slices.Contains(known, of) {
			hint := "one of: " + strings.Join(known, ", ")
			if near := strictyaml.Nearest(of, known); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			return fail(hint, "%s.columns: %q: %q is no field of an order", key, heading, of)
		}
		if slices.Contains(source.Ignore, heading) {
			return fail("leave one of both out", "%s.columns: %q stands under ignore, too", key, heading)
		}
	}
	return nil
}

// validateBooks refuses a day that is none, and a basis that nobody knows.
func (c *Config) validateBooks() error {
	b := &c.Books
	if b.Close.Set && b.CloseDay() == 0 {
		return c.wrongParty(b.Close, "write it like 3d: on the third day of the next month; 28d at most", "books.close: %q is no day of a month", b.Close.Text)
	}
	if b.Income.Set && b.Income.Text != string(income.Payouts) && b.Income.Text != string(income.Accruals) {
		return c.wrongParty(b.Income, "one of: payouts, accruals", "books.income: %q is not known", b.Income.Text)
	}
	if b.Currency.Set && !isCurrency().MatchString(b.Currency.Text) {
		return c.wrongParty(b.Currency, "three capital letters, such as UAH", "books.currency: %q is no currency", b.Currency.Text)
	}
	if files, err := c.BookFiles(); err != nil || len(files) > 0 && !c.HasAPI() {
		return cmp.Or(err, failure.Mistake("leave them out, or name the service as supplier.base_url", "books.files: price lists have no books"))
	}
	if c.Books.CloseDay() > 0 {
		if !c.HasAPI() {
			return c.wrongParty(b.Close, "leave it out, or name the service as supplier.base_url", "books.close: price lists have no ledger that a month could be closed with")
		}
		return c.CheckBookOut("books.out", c.Path(b.Out))
	}
	return nil
}

// BookFiles are the books that `run` writes by schedule.
func (c *Config) BookFiles() ([]bookfiles.File, error) {
	zone, err := c.Zone()
	if err != nil {
		return nil, err
	}
	files, err := bookfiles.Of(c.Books.Files, bookfiles.Shop{File: c.File, Zone: zone, Folder: c.Books.Out, Path: c.Path, Suppliers: slices.Sorted(maps.Keys(c.Named))})
	for _, f := range files {
		if err == nil {
			err = c.CheckBookOut("books.files."+f.Name+".out", f.Out("2026-10"))
		}
	}
	return files, err
}
