package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dropbridge/dropbridge/exporter"
	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

const defaultConfigFile = "dropbridge.yaml"

// config is dropbridge.yaml. All of it is optional; relative paths are taken from
// the folder of the config file.
type config struct {
	Supplier  supplierConfig        `yaml:"supplier"`
	Shop      shopConfig            `yaml:"shop"`
	Feeds     map[string]feedConfig `yaml:"feeds"`
	Inbox     inboxConfig           `yaml:"inbox"`
	Journal   string                `yaml:"journal"`
	HTTP      httpConfig            `yaml:"http"`
	Templates string                `yaml:"templates"`

	// Language is uk or en: that of the reasons in results and in failed/, of inspect and
	// status. Without it a file's reasons are in the language of its headings.
	Language strictyaml.Scalar `yaml:"language"`
	language wording.Language

	shopUnset bool // no shop.url: a feed must not go to a marketplace like that

	root string // the folder that relative paths are taken from
	file string // the config file's name in messages
}

type supplierConfig struct {
	BaseURL     string   `yaml:"base_url"`
	User        string   `yaml:"user"` // for services with a login; the token is the password then
	TokenEnv    string   `yaml:"token_env"`
	TokenFile   string   `yaml:"token_file"`
	Mapping     string   `yaml:"mapping"`
	Idempotency string   `yaml:"idempotency"`
	Limits      []string `yaml:"limits"`
	Account     string   `yaml:"account"`
	NewAccount  string   `yaml:"new_account"` // the account, where it is another supplier than the journal's others

	// FullRead is how often the product list is read in full; in between, only what
	// changed is asked for. 0 means each time.
	FullRead *time.Duration `yaml:"full_read"`

	// Watch is how often `run` looks whether the supplier's answers still have the shape
	// that they had; 0 means never.
	Watch *time.Duration `yaml:"watch"`
}

// shopConfig is what a feed says of the shop that it belongs to.
type shopConfig struct {
	Name    string `yaml:"name"`
	Company string `yaml:"company"`
	URL     string `yaml:"url"`
}

type feedConfig struct {
	Template     string           `yaml:"template"`
	Out          string           `yaml:"out"`
	Every        time.Duration    `yaml:"every"`
	Price        pricing.Rule     `yaml:"price"`
	Private      bool             `yaml:"private"`
	BOM          bool             `yaml:"bom"`
	Gzip         bool             `yaml:"gzip"`
	Filter       selection.Filter `yaml:"filter"`
	Search       searchConfig     `yaml:"search"`
	MinStock     int64            `yaml:"min_stock"`
	CategoryMap  string           `yaml:"category_map"`
	AttributeMap string           `yaml:"attribute_map"`
	Guard        history.Guard    `yaml:"guard"`
}

// searchConfig narrows what is read for a feed by the service's own search.
type searchConfig struct {
	Text         string              `yaml:"text"`
	Category     string              `yaml:"category"`
	Brands       []string            `yaml:"brands"`
	Availability string              `yaml:"availability"`
	PriceFrom    string              `yaml:"price_from"`
	PriceTo      string              `yaml:"price_to"`
	PriceField   string              `yaml:"price_field"`
	Attributes   map[string][]string `yaml:"attributes"`
}

type inboxConfig struct {
	Dir     string                  `yaml:"dir"`
	Results string                  `yaml:"results"`
	Archive string                  `yaml:"archive"`
	Failed  string                  `yaml:"failed"`
	Settle  time.Duration           `yaml:"settle"` // 0, as scan and follow: the importer's own
	Scan    time.Duration           `yaml:"scan"`
	Follow  time.Duration           `yaml:"follow"`
	Done    string                  `yaml:"done_suffix"`
	Owners  []string                `yaml:"owners"`
	Mode    modeScalar              `yaml:"mode"` // of results, rejected rows and reasons
	Sources map[string]sourceConfig `yaml:"sources"`
	Default sourceConfig            `yaml:",inline"`
}

// sourceConfig says how the files of one source are read.
type sourceConfig struct {
	Template string `yaml:"template"`
	Prefix   string `yaml:"external_id_prefix"`
	Carrier  string `yaml:"carrier"` // "": the template's, nova_poshta in the built-in ones
	Payment  string `yaml:"payment"` // "": the template's, prepaid in the built-in ones

	Waybills *waybillsConfig `yaml:"waybills"` // the file by which its system learns of waybills

	// What whole cells of this source mean, before the template's words.
	States   map[string]string `yaml:"states"`   // post, skip or cancelled
	Payments map[string]string `yaml:"payments"` // cod, prepaid or balance
	Carriers map[string]string `yaml:"carriers"` // a carrier, or courier, branch, locker
	Ignore   []string          `yaml:"ignore"`   // headings that are not read, whatever they hold
}

// words is what the source's cells mean, those of the inbox as a whole behind its own.
func (s sourceConfig) words() lexicon.Overlay {
	return lexicon.Overlay{States: s.States, Payments: s.Payments, Carriers: s.Carriers}
}

// inherit takes over what holds for the whole inbox where the source says nothing else.
func (s *sourceConfig) inherit(from sourceConfig) {
	setDefault(&s.Template, from.Template)
	setDefault(&s.Carrier, from.Carrier)
	setDefault(&s.Payment, from.Payment)
	for _, pair := range [][2]*map[string]string{{&s.States, &from.States}, {&s.Payments, &from.Payments}, {&s.Carriers, &from.Carriers}} {
		merged := maps.Clone(*pair[1])
		if merged == nil {
			continue
		}
		maps.Copy(merged, *pair[0])
		*pair[0] = merged
	}
	s.Ignore = append(s.Ignore, from.Ignore...)
}

type httpConfig struct {
	Listen string   `yaml:"listen"`
	Hosts  []string `yaml:"hosts"` // names, beside IP addresses and localhost, that the server answers to
}

// loadConfig reads the config named by --config, or dropbridge.yaml where there is
// one, or gives the defaults.
func (a *app) loadConfig() (*config, error) {
	name := a.configFile
	if name == "" {
		name = defaultConfigFile
	}
	c := &config{root: filepath.Dir(name), file: name}
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && a.configFile == "":
	case err != nil:
		return nil, configError("`dropbridge init` writes a commented config", "read the config: %w", err)
	default:
		if err := strictyaml.Decode(name, data, c); err != nil {
			return nil, err
		}
	}
	c.setDefaults()
	return c, c.validate()
}

func (c *config) setDefaults() {
	setDefault(&c.Supplier.TokenEnv, "DROPBRIDGE_TOKEN")
	setDefault(&c.Supplier.Mapping, "default")
	c.shopUnset = c.Shop.URL == ""
	setDefault(&c.Shop.Name, "dropbridge")
	setDefault(&c.Shop.Company, c.Shop.Name)
	setDefault(&c.Shop.URL, "https://shop.example/")
	setDefault(&c.Journal, "state/journal.db")
	setDefault(&c.HTTP.Listen, "127.0.0.1:8080")
	setDefault(&c.Inbox.Dir, "inbox")
	setDefault(&c.Inbox.Results, "results")
	setDefault(&c.Inbox.Archive, "archive")
	setDefault(&c.Inbox.Failed, "failed")
	c.Supplier.Mapping = c.templateName(c.Supplier.Mapping)
	setDefault(&c.Inbox.Default.Template, orderfile.Automatic)
	c.Inbox.Default.Template = c.templateName(c.Inbox.Default.Template)
	c.setWaybillDefaults()
	for name, source := range c.Inbox.Sources {
		source.Template = c.templateName(source.Template)
		source.inherit(c.Inbox.Default)
		c.Inbox.Sources[name] = source
	}
	for name, feed := range c.Feeds {
		feed.Template = c.templateName(feed.Template)
		setDefault(&feed.Every, 30*time.Minute)
		c.Feeds[name] = feed
	}
}

func setDefault[T comparable](value *T, fallback T) {
	var zero T
	if *value == zero {
		*value = fallback
	}
}

// validate refuses what no command could work with; each message names the key.
func (c *config) validate() error {
	fail := func(hint, format string, args ...any) error {
		return configError(hint, c.file+": "+format, args...)
	}
	if c.Supplier.BaseURL != "" {
		u, err := url.Parse(c.Supplier.BaseURL)
		if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
			return fail("write it like https://api.supplier.example", "supplier.base_url: %q is not an address", c.Supplier.BaseURL)
		}
	}
	if c.Language.Text != "" {
		var err error
		if c.language, err = wording.ParseLanguage(c.Language.Text); err != nil {
			return c.Language.Wrong(c.file, "%v", err)
		}
	}
	if _, err := c.Inbox.Mode.mode(c.file, "inbox.mode"); err != nil {
		return err
	}
	if _, err := parseIdempotency(c.Supplier.Idempotency); err != nil {
		return fail("one of: none, external_id, key 24h (the time that the supplier keeps keys)", "supplier.idempotency: %w", err)
	}
	if full := c.Supplier.FullRead; full != nil && (*full < 0 || *full > 24*time.Hour) {
		return fail("at most 24h, so that what the supplier deleted does not stay; 0 reads everything each time", "supplier.full_read: %s is not possible", *full)
	}
	if every := c.watchEvery(); every != 0 && every < time.Minute {
		return fail("write it like 1h, at least 1m; 0 turns it off", "supplier.watch: %s is too short", every)
	}
	for _, text := range c.Supplier.Limits {
		if _, err := supplier.ParseLimit(text); err != nil {
			return fail("write limits like [10/s, 500/h]", "supplier.limits: %w", err)
		}
	}
	outs := map[string]string{}
	for _, name := range c.feedNames() {
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
		case outs[c.path(feed.Out)] != "":
			return fail("give each feed a file of its own", "feeds.%s.out is the file of feeds.%s too", name, outs[c.path(feed.Out)])
		}
		for _, file := range exporter.Files(c.path(feed.Out), feed.Gzip) {
			if other := outs[file]; other != "" {
				return fail("give each feed a file of its own, whose name is not made of another's", "feeds.%s writes %s, as feeds.%s does", name, file, other)
			}
			outs[file] = name
		}
	}
	if err := c.validateSources(fail); err != nil {
		return err
	}
	return c.validateWaybills(outs)
}

func (c *config) validateSources(fail func(hint, format string, args ...any) error) error {
	all := map[string]sourceConfig{"inbox": c.Inbox.Default}
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

func (c *config) feedNames() []string {
	names := make([]string, 0, len(c.Feeds))
	for name := range c.Feeds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// path resolves a path of the config.
func (c *config) path(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.root, name)
}

// templateName resolves a template that the config names: a file is taken from the
// folder of the config, a name is left as it is.
func (c *config) templateName(name string) string {
	if templates.IsFile(name) {
		return c.path(name)
	}
	return name
}

func (c *config) templates() templates.Set {
	if c.Templates == "" {
		return templates.Open("")
	}
	return templates.Open(c.path(c.Templates))
}

// journal is the journal's address: a path, or a PostgreSQL URL.
func (c *config) journal() string {
	if strings.Contains(c.Journal, "://") {
		return c.Journal
	}
	return c.path(c.Journal)
}

// token reads the supplier's token from the file or the environment.
func (a *app) token(c *config) (supplier.Secret, error) {
	if c.Supplier.TokenFile != "" {
		data, err := os.ReadFile(c.path(c.Supplier.TokenFile))
		if err != nil {
			return supplier.Secret{}, configError("put the token into that file", "supplier.token_file: %w", err)
		}
		if token := strings.TrimSpace(string(data)); token != "" {
			return supplier.NewSecret(token), nil
		}
		return supplier.Secret{}, configError("put the token into that file", "supplier.token_file: %s is empty", c.Supplier.TokenFile)
	}
	if token, _ := a.lookupEnv(c.Supplier.TokenEnv); strings.TrimSpace(token) != "" {
		return supplier.NewSecret(strings.TrimSpace(token)), nil
	}
	return supplier.Secret{}, configError(
		fmt.Sprintf("take the token from the supplier's cabinet, section \"Feeds and CRM\", then: export %s=…", c.Supplier.TokenEnv),
		"no token: the environment has no %s", c.Supplier.TokenEnv)
}

// parseIdempotency reads what the supplier promises; "" means what its mapping declares.
func parseIdempotency(text string) (supplier.Idempotency, error) {
	kind, lifetime, timed := strings.Cut(text, " ")
	switch {
	case text == "":
		return supplier.Idempotency{}, nil
	case (text == "none" || text == "external_id"):
		return supplier.Idempotency{Kind: kind}, nil
	case kind == "key" && timed:
		d, err := time.ParseDuration(strings.TrimSpace(lifetime))
		if err != nil || d <= 0 {
			return supplier.Idempotency{}, fmt.Errorf("%q is no time", lifetime)
		}
		return supplier.Idempotency{Kind: kind, Lifetime: d}, nil
	case kind == "key":
		return supplier.Idempotency{}, errors.New("a key needs its lifetime")
	}
	return supplier.Idempotency{}, fmt.Errorf("%q is not known", text)
}
