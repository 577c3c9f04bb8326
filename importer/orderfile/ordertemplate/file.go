package ordertemplate

import (
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/importer/lexicon"
	"github.com/dropbridge/dropbridge/importer/orderfile/field"
	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// spelling is a heading as a template spells it, with how it is compared. A heading is
// spelled once and compared by every template that extends it.
type spelling struct {
	strictyaml.Scalar
	key string // its SpelledKey
}

// spellings is a list of headings.
type spellings []spelling

// UnmarshalYAML reads a list of scalars.
func (s *spellings) UnmarshalYAML(node ast.Node) error {
	list, ok := node.(*ast.SequenceNode)
	if _, null := node.(*ast.NullNode); null {
		return nil
	}
	if !ok {
		return strictyaml.Mistake(node, "want a list, such as [телефон, phone]")
	}
	*s = make(spellings, len(list.Values))
	for i, item := range list.Values {
		if err := (*s)[i].UnmarshalYAML(item); err != nil {
			return err
		}
		(*s)[i].key = SpelledKey((*s)[i].Text)
	}
	return nil
}

// templateFile is the YAML of templates/orders.
type templateFile struct {
	Name        string            `yaml:"name"`
	Kind        strictyaml.Scalar `yaml:"kind"`
	Format      string            `yaml:"format"`
	Description string            `yaml:"description"`
	Extends     strictyaml.Scalar `yaml:"extends"`       // a template whose headings and words hold too, after the own ones
	Recognised  []spellings       `yaml:"recognised_by"` // a file with all headings of one list is read by this template
	HeadingRows strictyaml.Scalar `yaml:"heading_rows"`  // 2: the headings may stand in two rows
	Decimal     strictyaml.Scalar `yaml:"decimal_mark"`  // where the source is known to write only one
	Items       strictyaml.Scalar `yaml:"items"`         // after_product: item columns follow "Product 1", "Product 2" …
	Headings    headingsFile      `yaml:"headings"`
	PackedItems spellings         `yaml:"packed_items"`
	Unused      spellings         `yaml:"unused"` // headings that the source has and nobody reads
	Lineitem    lineitemFile      `yaml:"beside_lineitem"`
	Words       wordsFile         `yaml:"words"`
	Defaults    defaultsFile      `yaml:"defaults"`
}

type headingsFile struct {
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
	State         tiers `yaml:"state"`
	PaymentState  tiers `yaml:"payment_state"`
	CancelledAt   tiers `yaml:"cancelled_at"`
	ShippedAt     tiers `yaml:"shipped_at"`
	Refunded      tiers `yaml:"refunded_amount"`
	Returned      tiers `yaml:"returned_quantity"`
	ShippedPieces tiers `yaml:"shipped_quantity"`
	NeedsShipping tiers `yaml:"requires_shipping"`
	SendOn        tiers `yaml:"send_on"`
	Carrier       tiers `yaml:"carrier"`
	Method        tiers `yaml:"delivery_method"`
	Address       tiers `yaml:"address"`
	Street        tiers `yaml:"street"`
	House         tiers `yaml:"house"`
	Flat          tiers `yaml:"flat"`
	Region        tiers `yaml:"region"`
	District      tiers `yaml:"district"`
	PostalCode    tiers `yaml:"postal_code"`
	Country       tiers `yaml:"country"`
	Discount      tiers `yaml:"discount"`
	Discounted    tiers `yaml:"discounted_total"`
	ToPay         tiers `yaml:"amount_to_pay"`
	PaidAmount    tiers `yaml:"paid_amount"`
	Credit        tiers `yaml:"credit"`
	DeliveryCost  tiers `yaml:"delivery_cost"`
	Currency      tiers `yaml:"currency"`
	Waybill       tiers `yaml:"waybill"`
}

// tiers are the spellings of one meaning, the earlier before the later.
type tiers struct {
	First spellings `yaml:"first"`
	Then  spellings `yaml:"then"`
	Last  spellings `yaml:"last"`
}

func (t *tiers) lists() [3]*spellings { return [3]*spellings{&t.First, &t.Then, &t.Last} }

type lineitemFile struct {
	OrderNumber spellings `yaml:"order_number"`
	OrderTotal  spellings `yaml:"order_total"`
}

type wordsFile struct {
	TotalRow      []string `yaml:"total_row"`
	lexicon.Words `yaml:",inline"`
}

type defaultsFile struct {
	Carrier       strictyaml.Scalar `yaml:"carrier"`
	PaymentMethod strictyaml.Scalar `yaml:"payment_method"`
}

// fieldTiers is one meaning and its spellings.
type fieldTiers struct {
	field field.Field
	tiers *tiers
}

// meanings lists every meaning in the order of templates.
func (f *templateFile) meanings() []fieldTiers {
	h := &f.Headings
	return []fieldTiers{
		{field.OrderNumber, &h.OrderNumber}, {field.RecipientName, &h.RecipientName}, {field.LastName, &h.LastName}, {field.FirstName, &h.FirstName},
		{field.MiddleName, &h.MiddleName}, {field.Phone, &h.Phone}, {field.Email, &h.Email}, {field.City, &h.City}, {field.Branch, &h.Branch}, {field.SKU, &h.SKU},
		{field.Quantity, &h.Quantity}, {field.Price, &h.Price}, {field.OrderTotal, &h.OrderTotal}, {field.CODAmount, &h.CODAmount},
		{field.PaymentMethod, &h.PaymentMethod}, {field.Comment, &h.Comment}, {field.ProductName, &h.ProductName},
		{field.State, &h.State}, {field.PaymentState, &h.PaymentState}, {field.CancelledAt, &h.CancelledAt}, {field.ShippedAt, &h.ShippedAt}, {field.Refunded, &h.Refunded},
		{field.Returned, &h.Returned}, {field.ShippedQuantity, &h.ShippedPieces}, {field.NeedsShipping, &h.NeedsShipping}, {field.SendOn, &h.SendOn},
		{field.Carrier, &h.Carrier}, {field.DeliveryMethod, &h.Method}, {field.Address, &h.Address}, {field.Street, &h.Street}, {field.House, &h.House}, {field.Flat, &h.Flat},
		{field.Region, &h.Region}, {field.District, &h.District}, {field.PostalCode, &h.PostalCode}, {field.Country, &h.Country},
		{field.Discount, &h.Discount}, {field.Discounted, &h.Discounted}, {field.ToPay, &h.ToPay}, {field.PaidAmount, &h.PaidAmount}, {field.Credit, &h.Credit},
		{field.DeliveryCost, &h.DeliveryCost}, {field.Currency, &h.Currency}, {field.Waybill, &h.Waybill},
	}
}

// Fields are the fields that a template may spell headings of, in the order of templates.
func Fields() []field.Field {
	var out []field.Field
	for _, m := range (&templateFile{}).meanings() {
		out = append(out, m.field)
	}
	return out
}

// spelledKeys are the keys of all headings that the file itself names.
func (f *templateFile) spelledKeys() map[string]bool {
	out := map[string]bool{}
	add := func(list spellings) {
		for _, s := range list {
			out[s.key] = true
		}
	}
	for _, m := range f.meanings() {
		for _, list := range m.tiers.lists() {
			add(*list)
		}
	}
	add(f.PackedItems)
	add(f.Unused)
	return out
}

// extend puts what a base says after the file's own words. A heading that the file
// itself names has the file's meaning alone.
func (f *templateFile) extend(base *templateFile) {
	own := f.spelledKeys()
	join := func(to *spellings, from spellings) {
		for _, s := range from {
			if !own[s.key] {
				*to = append(*to, s)
			}
		}
	}
	theirs := base.meanings()
	for i, m := range f.meanings() {
		for tier, list := range m.tiers.lists() {
			join(list, *theirs[i].tiers.lists()[tier])
		}
	}
	join(&f.PackedItems, base.PackedItems)
	join(&f.Unused, base.Unused)
	join(&f.Lineitem.OrderNumber, base.Lineitem.OrderNumber)
	join(&f.Lineitem.OrderTotal, base.Lineitem.OrderTotal)
	f.Words.TotalRow = append(f.Words.TotalRow, base.Words.TotalRow...)
	f.Words.Words.Extend(&base.Words.Words)
	for _, pair := range [][2]*strictyaml.Scalar{
		{&f.Defaults.Carrier, &base.Defaults.Carrier}, {&f.Defaults.PaymentMethod, &base.Defaults.PaymentMethod},
		{&f.HeadingRows, &base.HeadingRows}, {&f.Decimal, &base.Decimal}, {&f.Items, &base.Items},
	} {
		if pair[0].Text == "" {
			*pair[0] = *pair[1]
		}
	}
}
