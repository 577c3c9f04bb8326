package written

import (
	"slices"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// File is a mapping as it is written; templates/suppliers/MAPPING.md explains
// each key.
type File struct {
	Name        string              `yaml:"name"`
	Kind        string              `yaml:"kind"`
	Format      string              `yaml:"format"`
	Description string              `yaml:"description"`
	Answers     strictyaml.Scalar   `yaml:"answers"`
	Types       strictyaml.Scalar   `yaml:"types"`
	Times       Times               `yaml:"times"`
	Limits      []strictyaml.Scalar `yaml:"limits"`
	Params      Pairs               `yaml:"params"`
	Auth        Auth                `yaml:"auth"`
	Headers     Pairs               `yaml:"headers"`
	Idempotency Idempotency         `yaml:"idempotency"`
	Paging      *Paging             `yaml:"paging"`
	Answer      Fields              `yaml:"answer"`
	Lookups     Lookups             `yaml:"lookups"`
	Errors      Fields              `yaml:"errors"`
	Statuses    Pairs               `yaml:"statuses"`
	Codes       Pairs               `yaml:"codes"`
	Success     *Success            `yaml:"success"`
	RetryAfter  *RetryAfter         `yaml:"retry_after"`
	Products    *Operation          `yaml:"products"`
	Search      *Operation          `yaml:"search"`
	Orders      *Operation          `yaml:"orders"`
	FindOrder   *FindOrder          `yaml:"find_order"`
	CreateOrder *CreateOrder        `yaml:"create_order"`
	Shipments   *Operation          `yaml:"shipments"`
	Ledger      *LedgerOperation    `yaml:"ledger"`
}

// The forms of answers.
const (
	AnswersJSON = "json"
	AnswersXML  = "xml"
)

// Auth says where the token goes: into one of header, query and body, beside a user's name,
// or into a signature.
type Auth struct {
	Header strictyaml.Scalar `yaml:"header"`
	Query  strictyaml.Scalar `yaml:"query"`
	Body   strictyaml.Scalar `yaml:"body"`
	Prefix strictyaml.Scalar `yaml:"prefix"`
	Login  *Login            `yaml:"login"`
	Basic  bool              `yaml:"basic"`
	Sign   *Sign             `yaml:"sign"`
}

// Login is the call that gives the token.
type Login struct {
	Request  strictyaml.Scalar   `yaml:"request"`
	Body     Pairs               `yaml:"body"`
	Token    strictyaml.Scalar   `yaml:"token"`
	Lifetime time.Duration       `yaml:"lifetime"`
	Encode   strictyaml.Scalar   `yaml:"encode"`
	Root     strictyaml.Scalar   `yaml:"root"`
	JSON     []strictyaml.Scalar `yaml:"json"`
	Basic    bool                `yaml:"basic"`
	Expires  strictyaml.Scalar   `yaml:"expires"`
	Next     strictyaml.Scalar   `yaml:"next"`
}

// Sign says how requests are signed.
type Sign struct {
	Over   strictyaml.Scalar `yaml:"over"`
	Hash   strictyaml.Scalar `yaml:"hash"`
	As     strictyaml.Scalar `yaml:"as"`
	Header strictyaml.Scalar `yaml:"header"`
	Query  strictyaml.Scalar `yaml:"query"`
	Prefix strictyaml.Scalar `yaml:"prefix"`
	Time   Spot              `yaml:"time"`
	User   Spot              `yaml:"user"`
}

// Spot is a place in a request's head.
type Spot struct {
	Header strictyaml.Scalar `yaml:"header"`
	Query  strictyaml.Scalar `yaml:"query"`
	As     strictyaml.Scalar `yaml:"as"`
}

// Idempotency is what the supplier promises about orders that are sent twice.
type Idempotency struct {
	Kind      strictyaml.Scalar `yaml:"kind"`
	Lifetime  time.Duration     `yaml:"lifetime"`
	KeyHeader strictyaml.Scalar `yaml:"key_header"`
}

// Paging is how lists are cut into pages.
type Paging struct {
	Kind      strictyaml.Scalar `yaml:"kind"`
	Page      strictyaml.Scalar `yaml:"page"`
	First     int               `yaml:"first"`
	PerPage   strictyaml.Scalar `yaml:"per_page"`
	Offset    strictyaml.Scalar `yaml:"offset"`
	Cursor    strictyaml.Scalar `yaml:"cursor"`
	LastID    strictyaml.Scalar `yaml:"last_id"`
	From      strictyaml.Scalar `yaml:"from"`
	Inclusive bool              `yaml:"inclusive"`
	Size      int               `yaml:"size"`
	Max       int               `yaml:"max"`
	End       strictyaml.Scalar `yaml:"end"`
}

// Success says how a refusal under a good status is known.
type Success struct {
	At        strictyaml.Scalar   `yaml:"at"`
	Is        []strictyaml.Scalar `yaml:"is"`
	Otherwise strictyaml.Scalar   `yaml:"otherwise"`
	Unless    strictyaml.Scalar   `yaml:"unless"`
}

// RetryAfter is a header of the service's own that says when to come back.
type RetryAfter struct {
	Header strictyaml.Scalar `yaml:"header"`
	As     strictyaml.Scalar `yaml:"as"`
}

// Operation is an operation that reads records.
type Operation struct {
	Request   strictyaml.Scalar `yaml:"request"`
	Query     Pairs             `yaml:"query"`
	Constants Pairs             `yaml:"constants"`
	Batch     int               `yaml:"batch"`
	Paging    *Paging           `yaml:"paging"`
	Answer    Fields            `yaml:"answer"`
	JQ        strictyaml.Scalar `yaml:"jq"`
	Fields    Fields            `yaml:"fields"`
	Variants  *Variants         `yaml:"variants"`

	Order  strictyaml.Scalar   `yaml:"order"`
	Encode strictyaml.Scalar   `yaml:"encode"`
	Root   strictyaml.Scalar   `yaml:"root"`
	JSON   []strictyaml.Scalar `yaml:"json"`
}

// LedgerOperation is the operation that reads the ledger, with how orders of each payment
// method are booked there.
type LedgerOperation struct {
	Operation `yaml:",inline"`
	COD       strictyaml.Scalar `yaml:"cod"`
	Prepaid   strictyaml.Scalar `yaml:"prepaid"`
	Balance   strictyaml.Scalar `yaml:"balance"`
}

// Reading is the operation alone, nil where the service has no ledger.
func (l *LedgerOperation) Reading() *Operation {
	if l == nil {
		return nil
	}
	return &l.Operation
}

// Variants says where the variants of a product stand, and what they have of their own.
type Variants struct {
	At     strictyaml.Scalar `yaml:"at"`
	Fields Fields            `yaml:"fields"`
	Lookup strictyaml.Scalar `yaml:"lookup"`
}

// Lookup is a list whose records other records name by a key: it stands at a place
// of the same answer, or has a request of its own.
type Lookup struct {
	At        strictyaml.Scalar `yaml:"at"`
	Request   strictyaml.Scalar `yaml:"request"`
	Constants Pairs             `yaml:"constants"`
	Paging    *Paging           `yaml:"paging"`
	Answer    Fields            `yaml:"answer"`
	Key       strictyaml.Scalar `yaml:"key"`
	Parent    strictyaml.Scalar `yaml:"parent"`

	// Of a list of each record: where a record has its key, and the query name of many keys.
	Each  strictyaml.Scalar `yaml:"each"`
	When  strictyaml.Scalar `yaml:"when"`
	Keys  strictyaml.Scalar `yaml:"keys"`
	Batch int               `yaml:"batch"`
}

// FindOrder is the operation that gives one order by our own number.
type FindOrder struct {
	Request strictyaml.Scalar `yaml:"request"`
	Order   strictyaml.Scalar `yaml:"order"`
}

// CreateOrder is the operation that makes an order.
type CreateOrder struct {
	Request        strictyaml.Scalar `yaml:"request"`
	ReplayedHeader strictyaml.Scalar `yaml:"replayed_header"`
	Order          strictyaml.Scalar `yaml:"order"`
	Fields         Fields            `yaml:"fields"`
	SplitName      strictyaml.Scalar `yaml:"split_name"`
	Constants      Pairs             `yaml:"constants"`
	Body           Fields            `yaml:"body"`
	JQ             strictyaml.Scalar `yaml:"jq"`

	Encode strictyaml.Scalar   `yaml:"encode"`
	Root   strictyaml.Scalar   `yaml:"root"`
	JSON   []strictyaml.Scalar `yaml:"json"`
	Then   *Then               `yaml:"then"`
}

// ByIDs reports whether an order names products by ids of the supplier's, which are looked up
// in the list of products.
func (o *CreateOrder) ByIDs() bool {
	items := o.Body.Find("items")
	if items == nil {
		return false
	}
	sku := items.Place.Fields.Find("sku")
	return sku != nil && slices.ContainsFunc(sku.Place.All(), func(place Place) bool { return place.Has("lookup") })
}

// Then is the second step of the creation of an order: handing in what the first one made.
type Then struct {
	Request strictyaml.Scalar   `yaml:"request"`
	Body    Pairs               `yaml:"body"`
	Encode  strictyaml.Scalar   `yaml:"encode"`
	Root    strictyaml.Scalar   `yaml:"root"`
	JSON    []strictyaml.Scalar `yaml:"json"`
	Order   strictyaml.Scalar   `yaml:"order"`
	Draft   []strictyaml.Scalar `yaml:"draft"`
}

// Times is how points in time are written: a word, or layouts with a zone.
type Times struct {
	Layout Scalars           `yaml:"layout"`
	Zone   strictyaml.Scalar `yaml:"zone"`
}

// UnmarshalYAML takes "rfc3339" as well as {layout: …, zone: …}.
func (t *Times) UnmarshalYAML(node ast.Node) error {
	if _, plain := node.(ast.ScalarNode); plain {
		return t.Layout.UnmarshalYAML(node)
	}
	type keys Times
	return below(node, (*keys)(t))
}

// Lookups keeps the order of the file.
type Lookups []NamedLookup

// NamedLookup is a lookup under its name.
type NamedLookup struct {
	Name strictyaml.Scalar
	Lookup
}

// UnmarshalYAML takes a mapping from names to lists.
func (l *Lookups) UnmarshalYAML(node ast.Node) error {
	entries, err := entriesOf(node)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var one NamedLookup
		if err := one.Name.UnmarshalYAML(entry.Key.(ast.Node)); err != nil {
			return err
		}
		if err := below(entry.Value, &one.Lookup); err != nil {
			return err
		}
		*l = append(*l, one)
	}
	return nil
}
