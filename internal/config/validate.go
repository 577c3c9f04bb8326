package config

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/income"
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/internal/bucket"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// validate refuses what no command could work with; each message names the key.
func (c *Config) validate() error {
	fail := func(hint, format string, args ...any) error {
		return failure.Mistake(hint, c.File+": "+format, args...)
	}
	if c.Supplier.BaseURL != "" {
		u, err := url.Parse(c.Supplier.BaseURL)
		if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
			return fail("write it like https://api.supplier.example", "supplier.base_url: %q is not an address", c.Supplier.BaseURL)
		}
	}
	if c.Files != "" {
		if _, err := bucket.ParseAddress(c.Files); err != nil {
			return err
		}
	}
	if err := c.validateProducts(fail); err != nil {
		return err
	}
	if err := c.validateHandover(fail); err != nil {
		return err
	}
	if c.Language.Text != "" {
		var err error
		if c.language, err = wording.ParseLanguage(c.Language.Text); err != nil {
			return c.Language.Wrong(c.File, "%v", err)
		}
	}
	if err := c.validateParties(); err != nil {
		return err
	}
	if _, err := c.Inbox.Mode.mode(c.File, "inbox.mode"); err != nil {
		return err
	}
	if _, err := parseIdempotency(c.Supplier.Idempotency); err != nil {
		return fail("one of: none, external_id, key 24h (the time that the supplier keeps keys)", "supplier.idempotency: %w", err)
	}
	if full := c.Supplier.FullRead; full != nil && (*full < 0 || *full > 24*time.Hour) {
		return fail("at most 24h, so that what the supplier deleted does not stay; 0 reads everything each time", "supplier.full_read: %s is not possible", *full)
	}
	if every := c.WatchEvery(); every != 0 && every < time.Minute {
		return fail("write it like 1h, at least 1m; 0 turns it off", "supplier.watch: %s is too short", every)
	}
	for _, text := range c.Supplier.Limits {
		if _, err := supplier.ParseLimit(text); err != nil {
			return fail("write limits like [10/s, 500/h]", "supplier.limits: %w", err)
		}
	}
	outs := map[string]string{}
	for _, name := range c.FeedNames() {
		feed := c.Feeds[name]
		switch {
		case feed.Template == "":
			return fail("`dropbridge templates` lists them", "feeds.%s.template is missing", name)
		case feed.Out == "":
			return fail("name the file, such as feeds/"+name+".csv", "feeds.%s.out is missing", name)
		case feed.MinStock < 0:
			return fail("a quantity, such as 3", "feeds.%s.min_stock: %d is below 0", name, feed.MinStock)
		case feed.Guard.Validate() != nil:
			return fail("", "feeds.%s.guard: %w", name, feed.Guard.Validate())
		case feed.Every < time.Second:
			return fail("write it like 30m", "feeds.%s.every: %s is too short", name, feed.Every)
		case outs[c.Path(feed.Out)] != "":
			return fail("give each feed a file of its own", "feeds.%s.out is the file of feeds.%s too", name, outs[c.Path(feed.Out)])
		}
		for _, file := range exporter.Files(c.Path(feed.Out), feed.Gzip) {
			if other := outs[file]; other != "" {
				return fail("give each feed a file of its own, whose name is not made of another's", "feeds.%s writes %s, as feeds.%s does", name, file, other)
			}
			outs[file] = name
		}
	}
	if err := c.validateKeys(); err != nil {
		return err
	}
	if err := c.validateNotify(fail); err != nil {
		return err
	}
	if err := c.validateHTTP(); err != nil {
		return err
	}
	if err := c.validateSources(fail); err != nil {
		return err
	}
	if err := c.validateWaybills(outs); err != nil {
		return err
	}
	return c.validateBooks()
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
		if source.Payment != "" && !slices.Contains([]string{supplier.PaymentPrepaid, supplier.PaymentBalance}, source.Payment) {
			return fail("one of: prepaid, balance (an amount on delivery comes from the file)", "%s.payment: %q is not known", key, source.Payment)
		}
		if source.Carrier != "" && !slices.Contains(supplier.Carriers(), source.Carrier) {
			return fail("one of: "+strings.Join(supplier.Carriers(), ", "), "%s.carrier: %q is not known", key, source.Carrier)
		}
		if _, err := lexicon.New(lexicon.Words{}, source.words()); err != nil {
			return fail(`write them like states: {"Комплектується": post}`, "%s.%w", key, err)
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
	if b.Currency.Set && !isCurrency(b.Currency.Text) {
		return c.wrongParty(b.Currency, "three capital letters, such as UAH", "books.currency: %q is no currency", b.Currency.Text)
	}
	if c.Books.CloseDay() > 0 {
		if !c.HasAPI() {
			return c.wrongParty(b.Close, "leave it out, or name the service as supplier.base_url", "books.close: price lists have no ledger that a month could be closed with")
		}
		return c.CheckBookOut("books.out", c.Path(b.Out))
	}
	return nil
}
