package remark

// Code names a reason; it is stable, texts are not.
type Code string

// The reasons for which a product is left out.
const (
	PriceMissing      Code = "price_missing"
	PriceZero         Code = "price_zero"
	CurrencyUnknown   Code = "currency_unknown"
	PriceBelowMargin  Code = "price_below_margin" // selling it would lose money
	ValueMissing      Code = "value_missing"      // another value that the template needs
	ValueInvalid      Code = "value_invalid"      // one that the target would refuse
	ValueDuplicate    Code = "value_duplicate"    // one that an earlier offer has
	NameDuplicate     Code = "name_duplicate"
	IDDuplicate       Code = "id_duplicate" // the list had the id before
	AttributesMissing Code = "attributes_missing"
	ProductUnreadable Code = "product_unreadable" // one of its values is not what the mapping says
)

// OtherSupplier is a product that is left to another supplier of the feed, who has the same
// article.
const OtherSupplier Code = "other_supplier"

// What is repaired, and counted.
const (
	HTMLCleaned       Code = "html_cleaned"
	TextReduced       Code = "text_reduced"  // to the characters that the target takes
	ValueDropped      Code = "value_dropped" // it did not fit its pattern
	PicturesLeftOut   Code = "pictures_left_out"
	AttributesLeftOut Code = "attributes_left_out"
	BarcodeInvalid    Code = "barcode_invalid" // it is no trade number, and stands in no gtin
	TiersLeftOut      Code = "tiers_left_out"
	PriceRaised       Code = "price_raised"   // to the recommended price or the least margin
	CategoryUsual     Code = "category_usual" // the built-in map said what the target calls it
)

// The reasons of warnings: the product is in the feed, but not as the supplier has it.
const (
	KeyRepeated         Code = "key_repeated" // the supplier wrote a key twice, with the same value
	NotListed           Code = "not_listed"   // a further price list does not have the product
	ListRemark          Code = "list_remark"  // something of a price list as a whole is not read, or stands there twice
	CategoryMissing     Code = "category_missing"
	CategoryAmbiguous   Code = "category_ambiguous"
	PicturesMissing     Code = "pictures_missing"
	PicturesRepeated    Code = "pictures_repeated"
	PicturesBeyond      Code = "pictures_beyond_columns"
	TiersBeyond         Code = "tiers_beyond_columns"
	BarcodeRepeated     Code = "barcode_repeated" // and the target takes each once
	AddressInvalid      Code = "address_invalid"
	LinkElsewhere       Code = "link_elsewhere"  // pages are not on the shop's own site
	LinkIncomplete      Code = "link_incomplete" // the product lacks what its own address is made of
	AttributeIncomplete Code = "attribute_incomplete"
	AmountOmitted       Code = "amount_omitted"
	TextCleaned         Code = "text_cleaned"
	TextCut             Code = "text_cut"
	ExpressionFailed    Code = "expression_failed"
	FilterUnused        Code = "filter_unused"      // a filter names what no product has
	RuleUnused          Code = "rule_unused"        // one of the owner's rules had no use
	FilterUnreached     Code = "filter_unreached"   // a category below one that the filter names by its id
	MapRowUnused        Code = "map_row_unused"     // a row of a map matches no product
	CategoryUnmapped    Code = "category_unmapped"  // the category map lacks it
	AttributeUnmapped   Code = "attribute_unmapped" // the attribute map lacks it
	MapColumnMissing    Code = "map_column_missing" // the template names one that the map lacks
	MemoryUnreadable    Code = "memory_unreadable"  // what was last published is not known
	NameMisleading      Code = "name_misleading"    // the file's name promises another format
	WarningsNotShown    Code = "warnings_not_shown"
)

// Warnings are bounded, or a report could grow with the catalogue: what the supplier
// does not have is listed less often than what a feed has no place for.
const (
	LossesKept  = 20_000
	MissingKept = 1_000
)

// Kept is how many warnings of a kind a report lists.
func (c Code) Kept() int {
	if c == PicturesMissing || c == CategoryMissing {
		return MissingKept
	}
	return LossesKept
}
