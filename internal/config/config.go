package config

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/dropbridge/dropbridge/exporter/history"
	"github.com/dropbridge/dropbridge/exporter/pricing"
	"github.com/dropbridge/dropbridge/exporter/revise"
	"github.com/dropbridge/dropbridge/exporter/selection"
	"github.com/dropbridge/dropbridge/exporter/union"
	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile"
	"github.com/dropbridge/dropbridge/internal/backups"
	"github.com/dropbridge/dropbridge/internal/config/logging"
	"github.com/dropbridge/dropbridge/internal/config/retention"
	"github.com/dropbridge/dropbridge/internal/config/sheet"
	"github.com/dropbridge/dropbridge/internal/config/timing"
	"github.com/dropbridge/dropbridge/internal/config/transfer"
	"github.com/dropbridge/dropbridge/internal/failure"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/wording"
	"github.com/dropbridge/dropbridge/templates"
)

// DefaultFile is the config that is read where none is named, and where it is there.
const DefaultFile = "dropbridge.yaml"

// Config is the file. Its fields are as they stand there, with the defaults where nothing does.
type Config struct {
	Supplier Supplier `yaml:"supplier"`

	// Named are several suppliers by name, instead of the one: see Suppliers. With them the
	// account of every order's key is the shop's own, and stands at the top.
	Named           map[string]Supplier `yaml:"suppliers"`
	AccountOfAll    string              `yaml:"account"`
	NewAccountOfAll string              `yaml:"new_account"` // as supplier.new_account

	Shop      Shop                `yaml:"shop"`
	Feeds     map[string]Feed     `yaml:"feeds"`
	Inbox     Inbox               `yaml:"inbox"`
	Journal   string              `yaml:"journal"`
	Files     string              `yaml:"files"` // the bucket behind the folders, see package bucket; "": none
	HTTP      HTTP                `yaml:"http"`
	SFTP      transfer.SFTP       `yaml:"sftp"`
	Log       logging.Log         `yaml:"log"`
	Templates string              `yaml:"templates"`
	Notify    Notify              `yaml:"notify"`
	Retention retention.Retention `yaml:"retention"`
	Backup    *backups.Keys       `yaml:"backup"` // nil: the journal is not copied by schedule

	// The two parties of the books: whose they are, and the supplier as a party of a contract.
	Company      Party        `yaml:"company"`
	Counterparty Counterparty `yaml:"counterparty"`
	Books        Books        `yaml:"books"`

	// Language is uk or en: that of the reasons in results and in failed/, of inspect and
	// status. Without it a file's reasons are in the language of its headings.
	Language strictyaml.Scalar `yaml:"language"`
	language wording.Language

	ShopUnset bool   `yaml:"-"` // no shop.url: a feed must not go to a marketplace like that
	File      string `yaml:"-"` // the config file's name in messages
	Absent    bool   `yaml:"-"` // there is none: all of it are defaults

	root             string    // the folder that relative paths are taken from
	supplierName     string    // of Supplier, where he is one of several
	bothSupplierKeys bool      // supplier: stands beside suppliers:
	compiled         *sync.Map // mappings: see compileOnce
}

// Supplier is the service, and how it is asked.
type Supplier struct {
	BaseURL     string   `yaml:"base_url"`
	User        string   `yaml:"user"` // for services that want one beside the token
	UserEnv     string   `yaml:"user_env"`
	UserFile    string   `yaml:"user_file"`
	TokenEnv    string   `yaml:"token_env"`
	TokenFile   string   `yaml:"token_file"`
	Mapping     string   `yaml:"mapping"`
	Idempotency string   `yaml:"idempotency"`
	Limits      []string `yaml:"limits"`
	Account     string   `yaml:"account"`
	NewAccount  string   `yaml:"new_account"` // the account, where it is another supplier than the journal's others

	// First is true of the one of several who stood as `supplier:` before: what the journal
	// and the files beside it have of no named supplier is his.
	First bool `yaml:"first"`

	// Counterparty is the supplier as a party of the contract, in place of the one at the top.
	Counterparty *Counterparty `yaml:"counterparty"`

	// Products are price lists that the products are read from, beside the service or without one.
	Products *Products `yaml:"products"`

	// Params are the values of the mapping's parameters of paths.
	Params map[string]string `yaml:"params"`

	// Orders is how orders come to a supplier who has no API for them.
	Orders *Orders `yaml:"orders"`

	// FullRead is how often the product list is read in full; in between, only what
	// changed is asked for. 0 means each time.
	FullRead *time.Duration `yaml:"full_read"`

	// Watch is how often `run` looks whether the supplier's answers still have the shape
	// that they had; 0 means never.
	Watch *time.Duration `yaml:"watch"`

	// Unreadable is which part of the product list may be left out of the feeds because
	// it cannot be read; more than that refuses the list. Absent: 1 %.
	Unreadable history.Share `yaml:"unreadable"`
}

// Shop is what a feed says of the shop that it belongs to.
type Shop struct {
	Name    string `yaml:"name"`
	Company string `yaml:"company"`
	URL     string `yaml:"url"`

	// TimeZone is whose clock on the wall the schedules go by: Europe/Kyiv where none is named.
	TimeZone strictyaml.Scalar `yaml:"time_zone"`

	// Link is the page of a product in the shop, with fields in braces; UTM marks it.
	Link strictyaml.Scalar `yaml:"link"`
	UTM  UTM               `yaml:"utm"`
}

// Feed is one feed: of what it is made, and where it goes.
type Feed struct {
	timing.Timing `yaml:",inline"` // when it is built

	Template     string           `yaml:"template"`
	Out          string           `yaml:"out"`
	Price        pricing.Rule     `yaml:"price"`
	Private      bool             `yaml:"private"`
	BOM          bool             `yaml:"bom"`
	Gzip         bool             `yaml:"gzip"`
	Compression  *int             `yaml:"compression"`
	Filter       selection.Filter `yaml:"filter"`
	Search       Search           `yaml:"search"`
	MinStock     int64            `yaml:"min_stock"`
	CategoryMap  string           `yaml:"category_map"`
	AttributeMap string           `yaml:"attribute_map"`
	Guard        history.Guard    `yaml:"guard"`

	// Of several suppliers: whose products these are, one or more, all where none is named; which
	// offer of an article stays; and what is done without one of them.
	Supplier  string        `yaml:"supplier"`
	Suppliers union.Members `yaml:"suppliers"`
	Choose    *union.Choice `yaml:"choose"`
	Without   union.Without `yaml:"without"`

	Link   strictyaml.Scalar `yaml:"link"` // as shop.link, for this feed; supplier: as the supplier has them
	UTM    UTM               `yaml:"utm"`
	Values revise.Spec       `yaml:"values"` // what is changed of products

	// The keys by which partners may have the feed over HTTP, private or not: here, in a file
	// with one a line, or in a variable of the environment with blanks between.
	Key     Keys   `yaml:"key"`
	KeyFile string `yaml:"key_file"`
	KeyEnv  string `yaml:"key_env"`
}

// Search narrows what is read for a feed by the service's own search.
type Search struct {
	Text         string              `yaml:"text"`
	Category     string              `yaml:"category"`
	Brands       []string            `yaml:"brands"`
	Availability string              `yaml:"availability"`
	PriceFrom    string              `yaml:"price_from"`
	PriceTo      string              `yaml:"price_to"`
	PriceField   string              `yaml:"price_field"`
	Attributes   map[string][]string `yaml:"attributes"`
}

// Inbox is the folder of order files, and those beside it.
type Inbox struct {
	Dir     string            `yaml:"dir"`
	Results string            `yaml:"results"`
	Archive string            `yaml:"archive"`
	Failed  string            `yaml:"failed"`
	Settle  time.Duration     `yaml:"settle"` // 0, as scan and follow: the importer's own
	Scan    time.Duration     `yaml:"scan"`
	Follow  time.Duration     `yaml:"follow"`
	Done    string            `yaml:"done_suffix"`
	Owners  []string          `yaml:"owners"`
	Mode    Mode              `yaml:"mode"` // of results, rejected rows and reasons
	Sources map[string]Source `yaml:"sources"`
	Default Source            `yaml:",inline"`
}

// Source says how the files of one source are read.
type Source struct {
	Template string `yaml:"template"`
	Prefix   string `yaml:"external_id_prefix"`
	Supplier string `yaml:"supplier"` // of several, whom all its orders go to
	Route    *Route `yaml:"route"`    // or how each line finds its own
	Carrier  string `yaml:"carrier"`  // "": the template's, nova_poshta in the built-in ones
	Payment  string `yaml:"payment"`  // "": the template's, prepaid in the built-in ones

	Waybills *Waybills `yaml:"waybills"`  // the file by which its system learns of waybills
	OnResult *Hook     `yaml:"on_result"` // what is called when a result is complete

	GoogleSheet *sheet.Settings `yaml:"google_sheet"` // that its orders come from, too

	// What whole cells of this source mean, before the template's words.
	States   map[string]string `yaml:"states"`   // post, skip or cancelled
	Payments map[string]string `yaml:"payments"` // cod, prepaid or balance
	Carriers map[string]string `yaml:"carriers"` // a carrier, or courier, branch, locker
	Ignore   []string          `yaml:"ignore"`   // headings that are not read, whatever they hold

	Columns map[string]orderfile.Field `yaml:"columns"` // what stands under headings, before the template's own ones
}

// words is what the source's cells mean, those of the inbox as a whole behind its own.
func (s Source) words() lexicon.Overlay {
	return lexicon.Overlay{States: s.States, Payments: s.Payments, Carriers: s.Carriers}
}

// inherit takes over what holds for the whole inbox where the source says nothing else.
func (s *Source) inherit(from Source) {
	setDefault(&s.Template, from.Template)
	if s.Supplier == "" && s.Route == nil {
		s.Supplier, s.Route = from.Supplier, from.Route
	}
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
	if columns := maps.Clone(from.Columns); columns != nil {
		maps.Copy(columns, s.Columns)
		s.Columns = columns
	}
	s.Ignore = append(s.Ignore, from.Ignore...)
	setDefault(&s.OnResult, from.OnResult)
}

// Load reads the config of that name; "" is DefaultFile where there is one, or else the
// defaults alone. A mistake is an error of kind failure.Config.
func Load(name string) (*Config, error) {
	file := cmp.Or(name, DefaultFile)
	data, err := os.ReadFile(file)
	absent := errors.Is(err, fs.ErrNotExist)
	switch {
	case absent && name != "":
		return nil, failure.Mistake("`dropbridge init` writes a commented config", "read the config: %w", err)
	case err != nil && !absent:
		return nil, failure.Mistake("", "read the config: %w", err)
	}
	c, failed := Read(file, data)
	if failed == nil {
		c.Absent = absent
	}
	return c, failed
}

// Read reads the text of the config that has that name, whose folder relative paths are taken
// from. A mistake is an error of kind failure.Config.
func Read(name string, data []byte) (*Config, error) {
	c := &Config{root: filepath.Dir(name), File: name, compiled: &sync.Map{}}
	if len(data) > 0 {
		if err := strictyaml.Decode(name, data, c); err != nil {
			return nil, withoutKeys(err)
		}
	}
	c.setDefaults()
	return c, c.validate()
}

// The folders of order files where a config names no others.
const (
	UsualInbox   = "inbox"
	UsualResults = "results"
	UsualArchive = "archive"
	UsualFailed  = "failed"
)

func (c *Config) setDefaults() {
	c.setSupplierDefaults()
	c.ShopUnset = c.Shop.URL == ""
	setDefault(&c.Shop.Name, "dropbridge")
	setDefault(&c.Shop.Company, c.Shop.Name)
	setDefault(&c.Shop.URL, "https://shop.example/")
	setDefault(&c.Journal, "state/journal.db")
	setDefault(&c.HTTP.Listen, "127.0.0.1:8080")
	setDefault(&c.Books.Out, "books")
	setDefault(&c.Inbox.Dir, UsualInbox)
	setDefault(&c.Inbox.Results, UsualResults)
	setDefault(&c.Inbox.Archive, UsualArchive)
	setDefault(&c.Inbox.Failed, UsualFailed)
	setDefault(&c.Inbox.Default.Template, orderfile.Automatic)
	c.Inbox.Default.Template = c.templateName(c.Inbox.Default.Template)
	c.setWaybillDefaults()
	for name, source := range c.Inbox.Sources {
		source.Template = c.templateName(source.Template)
		source.inherit(c.Inbox.Default)
		c.Inbox.Sources[name] = source
	}
	c.setNotifyDefaults()
	for name, feed := range c.Feeds {
		feed.Template = c.templateName(feed.Template)
		c.Feeds[name] = feed
	}
}

// setSupplierDefaults completes each supplier.
func (c *Config) setSupplierDefaults() {
	c.bothSupplierKeys = c.Several() && !reflect.ValueOf(c.Supplier).IsZero()
	if !c.Several() {
		c.completeSupplier()
		return
	}
	for _, one := range c.Suppliers() {
		one.completeSupplier()
		c.Named[one.supplierName] = one.Supplier
	}
}

func (c *Config) completeSupplier() {
	setDefault(&c.Supplier.TokenEnv, c.defaultTokenEnv())
	setDefault(&c.Supplier.Mapping, "default")
	c.Supplier.Mapping = c.templateName(c.Supplier.Mapping)
	c.setHandoverDefaults()
}

// takeCounterparty makes the party of the supplier's own contract that of the books.
func (c *Config) takeCounterparty() {
	c.Counterparty = Counterparty{}
	if own := c.Supplier.Counterparty; own != nil {
		c.Counterparty = *own
	}
}

// hasCounterparty reports whether a counterparty stands at the top.
func (c *Config) hasCounterparty() bool { return c.Counterparty != Counterparty{} }

func setDefault[T comparable](value *T, fallback T) {
	var zero T
	if *value == zero {
		*value = fallback
	}
}

// FeedNames are the names of the feeds, sorted.
func (c *Config) FeedNames() []string {
	names := make([]string, 0, len(c.Feeds))
	for name := range c.Feeds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Reasons is the language that the config names for what people read; "" where it names none.
func (c *Config) Reasons() wording.Language { return c.language }

// Spoken is the language of what people read on a terminal: English where none is named.
func (c *Config) Spoken() wording.Language {
	if c.language == wording.Ukrainian {
		return wording.Ukrainian
	}
	return wording.English
}

// Path resolves a path of the config.
func (c *Config) Path(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(c.root, name)
}

// templateName resolves a template that the config names: a file is taken from the
// folder of the config, a name is left as it is.
func (c *Config) templateName(name string) string {
	if templates.IsFile(name) {
		return c.Path(name)
	}
	return name
}

// TemplateSet is the built-in templates under the folder of the config's own.
func (c *Config) TemplateSet() templates.Set {
	if c.Templates == "" {
		return templates.Open("")
	}
	return templates.Open(c.Path(c.Templates))
}
