package lexicon

// Set names words that tell something other than a field, as the files name it.
type Set string

// The sets of words; the files of templates/learn say of each what it holds.
const (
	Vague       Set = "vague"
	Nouns       Set = "nouns"
	Wrappers    Set = "wrappers"
	Transparent Set = "transparent"
	Unclear     Set = "unclear"
	UTC         Set = "utc"
	Ukrainian   Set = "ukrainian"
	Russian     Set = "russian"
	English     Set = "english"
	OtherPeople Set = "other_people"
	OtherStates Set = "other_states"
	Doubtful    Set = "doubtful"
	ShortWords  Set = "short_words"
	Moments     Set = "moments"
	Debits      Set = "debits"
	Credits     Set = "credits"

	Variants        Set = "variants"
	Tiers           Set = "tiers"
	Attributes      Set = "attributes"
	Empty           Set = "empty"
	TierColumns     Set = "tier_columns"
	QuantityColumns Set = "quantity_columns"
	BeforeQuantity  Set = "before_quantity"
	AfterQuantity   Set = "after_quantity"
	PriceLists      Set = "price_lists"
	PriceKinds      Set = "price_kinds"
	PriceValues     Set = "price_values"
	SmallPictures   Set = "small_pictures"
	Currencies      Set = "currencies"
	MinorUnits      Set = "minor_units"
	Kilograms       Set = "kilograms"
	Grams           Set = "grams"
	Millimetres     Set = "millimetres"
	Centimetres     Set = "centimetres"
	Metres          Set = "metres"
	OfChange        Set = "of_change"
	OfCreation      Set = "of_creation"

	SecondWords Set = "second_words"
	Items       Set = "items"
	OrderPaths  Set = "order_paths"
	Creating    Set = "creating"
	Idempotency Set = "idempotency"
	OwnNumber   Set = "own_number"
	SameOrder   Set = "same_order"
	Payments    Set = "payments"
	Already     Set = "already"

	RequestWords      Set = "request_words"
	PerSecond         Set = "per_second"
	PerMinute         Set = "per_minute"
	PerHour           Set = "per_hour"
	PerDay            Set = "per_day"
	SearchPaths       Set = "search_paths"
	SearchTexts       Set = "search_texts"
	Tokens            Set = "tokens"
	Secrets           Set = "secrets"
	FromZero          Set = "from_zero"
	CountedFromZero   Set = "counted_from_zero"
	Inclusive         Set = "inclusive"
	TotalHeaders      Set = "total_headers"
	TotalPagesHeaders Set = "total_pages_headers"
	UsualSizes        Set = "usual_sizes"
	UsualPages        Set = "usual_pages"
	UsualOffsets      Set = "usual_offsets"
	UsualProducts     Set = "usual_products"
	UsualOrders       Set = "usual_orders"
	UsualShipments    Set = "usual_shipments"
	UsualLedger       Set = "usual_ledger"
	UsualDocuments    Set = "usual_documents"
)

// sets are all of them.
var sets = []Set{
	Vague, Nouns, Wrappers, Transparent, Unclear, UTC, Ukrainian, Russian, English, OtherPeople, OtherStates, Doubtful, ShortWords, Moments, Debits, Credits,
	Variants, Tiers, Attributes, Empty, TierColumns, QuantityColumns, BeforeQuantity, AfterQuantity, PriceLists, PriceKinds, PriceValues,
	SmallPictures, Currencies, MinorUnits, Kilograms, Grams, Millimetres, Centimetres, Metres, OfChange, OfCreation,
	SecondWords, Items, OrderPaths, Creating, Idempotency, OwnNumber, SameOrder, Payments, Already,
	RequestWords, PerSecond, PerMinute, PerHour, PerDay, SearchPaths, SearchTexts, Tokens, Secrets, FromZero, CountedFromZero, Inclusive, TotalHeaders, TotalPagesHeaders,
	UsualSizes, UsualPages, UsualOffsets, UsualProducts, UsualOrders, UsualShipments, UsualLedger, UsualDocuments,
}
