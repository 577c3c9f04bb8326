package orderfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/templates"
)

// meaning is what a column holds.
type meaning string

const (
	orderNumber   meaning = "order_number"
	recipientName meaning = "recipient_name"
	lastName      meaning = "last_name"
	firstName     meaning = "first_name"
	middleName    meaning = "middle_name"
	phone         meaning = "phone"
	email         meaning = "email"
	city          meaning = "city"
	branch        meaning = "branch"
	sku           meaning = "sku"
	quantity      meaning = "quantity"
	price         meaning = "price"
	orderTotal    meaning = "order_total"
	codAmount     meaning = "cod_amount"
	paymentMethod meaning = "payment_method"
	comment       meaning = "comment"
	productName   meaning = "product_name" // tells an item's row; never posted
	packedItem    meaning = "packed_item"  // a whole item in one cell
)

// Profile knows how a kind of order file spells its headings and words. It is made by
// CompileProfile, never changed after that, and may be shared.
type Profile struct {
	name     string
	headings map[string]heading // by key
	lineitem map[string]heading // what holds besides, beside "lineitem …" headings
	folded   map[string]string  // heading keys by their look-alike fold
	words    struct {
		totals, locker []string
		cod, prepaid   map[string]bool
		inPart, not    map[string]bool
	}
	carrier, payment string
}

// heading is what the profile knows of one spelling.
type heading struct {
	meaning meaning
	tier    int // 0 names the recipient, 1 is general, 2 is the payer's
	rank    int // the lower goes before
}

// Name is the profile's name as reports show it.
func (p *Profile) Name() string { return p.name }

// profileFile is the YAML of templates/orders.
type profileFile struct {
	Name        string `yaml:"name"`
	Kind        string `yaml:"kind"`
	Format      string `yaml:"format"`
	Description string `yaml:"description"`
	Headings    struct {
		OrderNumber   tiers `yaml:"order_number"`
		RecipientName tiers `yaml:"recipient_name"`
		LastName      tiers `yaml:"last_name"`
		FirstName     tiers `yaml:"first_name"`
		MiddleName    tiers `yaml:"middle_name"`
		Phone         tiers `yaml:"phone"`
		Email         tiers `yaml:"email"`
		City          tiers `yaml:"city"`
		Branch        tiers `yaml:"branch"`
		SKU           tiers `yaml:"sku"`
		Quantity      tiers `yaml:"quantity"`
		Price         tiers `yaml:"price"`
		OrderTotal    tiers `yaml:"order_total"`
		CODAmount     tiers `yaml:"cod_amount"`
		PaymentMethod tiers `yaml:"payment_method"`
		Comment       tiers `yaml:"comment"`
		ProductName   tiers `yaml:"product_name"`
	} `yaml:"headings"`
	PackedItems    []string `yaml:"packed_items"`
	BesideLineitem struct {
		OrderNumber []string `yaml:"order_number"`
		OrderTotal  []string `yaml:"order_total"`
	} `yaml:"beside_lineitem"`
	Words struct {
		TotalRow []string `yaml:"total_row"`
		COD      []string `yaml:"cod"`
		Prepaid  []string `yaml:"prepaid"`
		InPart   []string `yaml:"in_part"`
		Not      []string `yaml:"not"`
		Locker   []string `yaml:"locker"`
	} `yaml:"words"`
	Defaults struct {
		Carrier       string `yaml:"carrier"`
		PaymentMethod string `yaml:"payment_method"`
	} `yaml:"defaults"`
}

// tiers are the spellings of one meaning, the earlier before the later.
type tiers struct {
	First []string `yaml:"first"`
	Then  []string `yaml:"then"`
	Last  []string `yaml:"last"`
}

// CompileProfile reads the YAML of an order template; file is its name in errors. A
// mistake is a *strictyaml.Error with its line.
func CompileProfile(file string, data []byte) (*Profile, error) {
	var f profileFile
	if err := strictyaml.Decode(file, data, &f); err != nil {
		return nil, err
	}
	p := &Profile{name: f.Name, headings: map[string]heading{}, lineitem: map[string]heading{}, folded: map[string]string{}}
	c := profileCompiler{file, data, p}
	h := &f.Headings
	for _, one := range []struct {
		meaning meaning
		tiers   tiers
	}{
		{orderNumber, h.OrderNumber}, {recipientName, h.RecipientName}, {lastName, h.LastName}, {firstName, h.FirstName},
		{middleName, h.MiddleName}, {phone, h.Phone}, {email, h.Email}, {city, h.City}, {branch, h.Branch}, {sku, h.SKU},
		{quantity, h.Quantity}, {price, h.Price}, {orderTotal, h.OrderTotal}, {codAmount, h.CODAmount},
		{paymentMethod, h.PaymentMethod}, {comment, h.Comment}, {productName, h.ProductName},
		{packedItem, tiers{Then: f.PackedItems}},
	} {
		if err := c.addTiers(one.meaning, one.tiers); err != nil {
			return nil, err
		}
	}
	for _, name := range f.BesideLineitem.OrderNumber {
		p.lineitem[headingKey(name)] = heading{orderNumber, 1, 0}
	}
	for _, name := range f.BesideLineitem.OrderTotal {
		p.lineitem[headingKey(name)] = heading{orderTotal, 1, 0}
	}
	if err := c.needed(); err != nil {
		return nil, err
	}
	p.words.totals, p.words.locker = keys(f.Words.TotalRow), keys(f.Words.Locker)
	p.words.cod, p.words.prepaid = set(keys(f.Words.COD)), set(keys(f.Words.Prepaid))
	p.words.inPart, p.words.not = set(keys(f.Words.InPart)), set(keys(f.Words.Not))
	p.carrier, p.payment = f.Defaults.Carrier, f.Defaults.PaymentMethod
	if err := c.defaults(); err != nil {
		return nil, err
	}
	return p, nil
}

// generic is the built-in profile, for a caller that names none.
func generic() (*Profile, error) {
	data, file, err := templates.Open("").Read(templates.Orders, "generic")
	if err != nil {
		return nil, err
	}
	return CompileProfile(file, data)
}

// profileCompiler carries what a mistake is located with.
type profileCompiler struct {
	file string
	data []byte
	p    *Profile
}

func (c profileCompiler) addTiers(m meaning, t tiers) error {
	rank := 0
	for tier, names := range [][]string{t.First, t.Then, t.Last} {
		for _, name := range names {
			key := headingKey(name)
			if key == "" {
				return c.mistake(name, fmt.Sprintf("%q is no heading of %s: nothing of it is compared", name, m))
			}
			if other, taken := c.p.headings[key]; taken {
				return c.mistake(name, fmt.Sprintf("heading %q of %s is already one of %s", name, m, other.meaning))
			}
			c.p.headings[key] = heading{m, tier, rank}
			c.p.folded[fold(key)] = key
			rank++
		}
	}
	return nil
}

// needed: a profile that cannot know an order's four needed columns reads no file.
func (c profileCompiler) needed() error {
	have := map[meaning]bool{}
	for _, h := range c.p.headings {
		have[h.meaning] = true
	}
	for _, m := range []meaning{recipientName, phone, sku, quantity} {
		if !have[m] && !(m == recipientName && have[lastName]) && !have[packedItem] {
			return c.mistake("headings:", fmt.Sprintf("no heading for %s", m))
		}
	}
	return nil
}

func (c profileCompiler) defaults() error {
	if c.p.name == "" {
		return c.mistake("", "the template has no name")
	}
	if c.p.carrier == "" {
		c.p.carrier = defaultCarrier
	}
	if c.p.payment == "" {
		c.p.payment = defaultPayment
	}
	return nil
}

// mistake locates a value by the last line that holds it, which is the one that came too late.
func (c profileCompiler) mistake(value, message string) error {
	e := &strictyaml.Error{File: c.file, Message: message}
	lines := bytes.Split(c.data, []byte("\n"))
	for n := len(lines) - 1; n >= 0 && value != ""; n-- {
		if at := bytes.LastIndex(lines[n], []byte(value)); at >= 0 {
			e.Line, e.Column = n+1, len([]rune(string(lines[n][:at])))+1
			break
		}
	}
	return e
}

func keys(words []string) []string {
	out := make([]string, 0, len(words))
	for _, word := range words {
		if key := headingKey(word); key != "" {
			out = append(out, key)
		}
	}
	// The longest first, so that a word never hides a longer one.
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

func set(words []string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, word := range words {
		out[word] = true
	}
	return out
}

// isTotal reports whether a cell begins with a word for a total.
func (p *Profile) isTotal(text string) bool {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, word := range p.words.totals {
		rest, ok := strings.CutPrefix(text, word)
		if next, _ := utf8.DecodeRuneInString(rest); ok && !unicode.IsLetter(next) && !unicode.IsDigit(next) {
			return true
		}
	}
	return false
}
