package ordertemplate

import "github.com/dropbridge/dropbridge/importer/orderfile/field"

// Heading is what the profile knows of one spelling.
type Heading struct {
	Field field.Field
	Tier  int // see FirstTier
	rank  int // the lower goes before
}

// The tiers of a heading: it names the recipient, it is general, it is the payer's.
const (
	FirstTier = iota
	GeneralTier
	LastTier
)

// Column is one column of a file whose heading is known.
type Column struct {
	Heading
	Index  int    // from 0
	Name   string // the heading as the file spells it
	Key    string
	Number int // of "SKU 2", -1 where there is none
}
