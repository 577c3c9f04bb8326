package lexicon

// Record is what has fields: a record of a list, a part of one, or what stands around it.
type Record string

// The records, as the files name them.
const (
	Product   Record = "product"
	Tier      Record = "tier" // a wholesale price
	Attribute Record = "attribute"
	Category  Record = "category"
	Stock     Record = "stock"   // of a list of quantities
	Picture   Record = "picture" // of a list of pictures
	Order     Record = "order"
	Recipient Record = "recipient" // what orders say of it, and new ones too
	OrderItem Record = "order_item"
	NewItem   Record = "new_item"  // of a new order
	NewOrder  Record = "new_order" // has the words of orders and recipients, and no own ones
	Shipment  Record = "shipment"
	Entry     Record = "entry" // of the ledger

	ProductQuery  Record = "product_query"
	SearchQuery   Record = "search_query"
	OrderQuery    Record = "order_query"
	ShipmentQuery Record = "shipment_query"
	LedgerQuery   Record = "ledger_query"

	List         Record = "list"          // what the requests of lists are called
	PagingQuery  Record = "paging_query"  // how a request asks for another page
	PagingAnswer Record = "paging_answer" // what an answer says of its pages
	Refusal      Record = "refusal"
	StateLabel   Record = "state_label" // texts beside ids of states
)

// Want is what the values of a field are like.
type Want uint8

// What values can be like.
const (
	WantText Want = iota
	WantID
	WantName
	WantMoney
	WantWhole
	WantTime
	WantImages // one or several addresses of pictures
	WantAddress
	WantTexts // one or several texts
	WantPhone
	WantEmail
	WantBarcode
	WantWaybill
	WantWaybills
	WantCurrency
	WantState // one of a few values
)

// Field is one of dropbridge's own fields: what its values are like, what services call it,
// and the beginnings of words that describe it.
type Field struct {
	Name   string
	Want   Want
	Needed bool // a mapping cannot do without it
	Flat   bool // only as a member of the record itself
	Tells  bool // a list whose records have it is one of this kind
	Names  Names
	About  Names
	States *States         // the words of a field with a few values
	Rivals []*States       // the words of fields that are called like it
	Small  []string        // words of pictures that are too small
	Values map[string]bool // the only values of such a field, in capitals
	Absent map[string]bool // what services write where there is no value

	kind StateKind
}

// Telling reports whether the words of the field's values are its own alone: they tell it
// whatever it is called.
func (f Field) Telling() bool { return f.kind == Carrier || f.kind == Delivery }

// tables are the fields of each record, in the order in which a mapping has them.
var tables = map[Record][]Field{
	Product: {
		{Name: "id", Want: WantID, Needed: true, Flat: true},
		{Name: "sku", Want: WantID, Needed: true, Tells: true},
		{Name: "group_id", Want: WantID, Flat: true},
		{Name: "name", Want: WantName, Needed: true, Tells: true},
		{Name: "name_uk", Want: WantName},
		{Name: "name_ru", Want: WantName},
		{Name: "name_en", Want: WantName},
		{Name: "description", Want: WantText, Tells: true},
		{Name: "description_uk", Want: WantText},
		{Name: "description_ru", Want: WantText},
		{Name: "description_en", Want: WantText},
		{Name: "brand", Want: WantText, Tells: true},
		{Name: "country_of_origin", Want: WantText},
		{Name: "barcode", Want: WantBarcode, Tells: true},
		{Name: "category_id", Want: WantID, Tells: true},
		{Name: "category_name", Want: WantName},
		{Name: "category_path", Want: WantTexts},
		{Name: "currency", Want: WantCurrency, Needed: true},
		{Name: "drop_price", Want: WantMoney, Needed: true, Tells: true},
		{Name: "rrp", Want: WantMoney, Tells: true},
		{Name: "min_order_quantity", Want: WantWhole},
		{Name: "availability", Want: WantState, Tells: true, kind: Availability},
		{Name: "quantity", Want: WantWhole, Tells: true},
		{Name: "images", Want: WantImages, Tells: true},
		{Name: "weight_g", Want: WantText},
		{Name: "length_mm", Want: WantText},
		{Name: "width_mm", Want: WantText},
		{Name: "height_mm", Want: WantText},
		{Name: "url", Want: WantAddress},
		{Name: "created_at", Want: WantTime},
		{Name: "updated_at", Want: WantTime},
	},
	Tier: {
		{Name: "min_quantity", Want: WantWhole, Needed: true},
		{Name: "price", Want: WantMoney, Needed: true},
	},
	Attribute: {
		{Name: "name", Want: WantText, Needed: true},
		{Name: "value", Want: WantText, Needed: true},
		{Name: "unit", Want: WantText},
	},
	Recipient: {
		{Name: "recipient_name", Want: WantName, Tells: true},
		{Name: "recipient_last_name", Want: WantName, Tells: true},
		{Name: "recipient_first_name", Want: WantName},
		{Name: "recipient_middle_name", Want: WantName},
		{Name: "recipient_phone", Want: WantPhone, Tells: true},
		{Name: "recipient_email", Want: WantEmail},
		{Name: "carrier", Want: WantState, Tells: true, kind: Carrier},
		{Name: "delivery_type", Want: WantState, kind: Delivery},
		{Name: "city", Want: WantText, Tells: true},
		{Name: "city_ref", Want: WantText},
		{Name: "branch_number", Want: WantText, Tells: true},
		{Name: "branch_ref", Want: WantText},
		{Name: "address", Want: WantText},
		{Name: "region", Want: WantText},
		{Name: "district", Want: WantText},
		{Name: "postal_code", Want: WantText},
		{Name: "payment_method", Want: WantState, kind: Payment},
		{Name: "cod_amount", Want: WantMoney, Tells: true},
		{Name: "comment", Want: WantText},
	},
	Order: {
		{Name: "id", Want: WantID, Needed: true, Flat: true},
		{Name: "number", Want: WantID},
		{Name: "external_id", Want: WantID, Tells: true},
		{Name: "status", Want: WantState, Needed: true, Tells: true, kind: OrderState},
		{Name: "waybill_number", Want: WantWaybill, Tells: true},
		{Name: "waybills", Want: WantWaybills},
		{Name: "total_drop", Want: WantMoney},
		{Name: "total_retail", Want: WantMoney, Tells: true},
		{Name: "total_cod", Want: WantMoney},
		{Name: "total_profit", Want: WantMoney},
		{Name: "currency", Want: WantCurrency},
		{Name: "created_at", Want: WantTime},
		{Name: "updated_at", Want: WantTime},
	},
	OrderItem: {
		{Name: "sku", Want: WantID, Needed: true},
		{Name: "name", Want: WantName},
		{Name: "quantity", Want: WantWhole, Needed: true},
		{Name: "price", Want: WantMoney},
		{Name: "drop_price", Want: WantMoney},
	},
	Shipment: {
		{Name: "id", Want: WantID, Needed: true, Flat: true},
		{Name: "order_id", Want: WantID, Tells: true},
		{Name: "external_id", Want: WantID},
		{Name: "carrier", Want: WantState, Tells: true, kind: Carrier},
		{Name: "waybill_number", Want: WantWaybill, Needed: true, Tells: true},
		{Name: "state", Want: WantState, Tells: true, kind: ParcelState},
		{Name: "state_text", Want: WantText},
		{Name: "city", Want: WantText},
		{Name: "branch_number", Want: WantText},
		{Name: "cod_amount", Want: WantMoney},
		{Name: "cod_state", Want: WantState, Tells: true},
		{Name: "estimated_delivery_date", Want: WantTime, Tells: true},
		{Name: "shipped_at", Want: WantTime, Tells: true},
		{Name: "delivered_at", Want: WantTime, Tells: true},
		{Name: "state_updated_at", Want: WantTime},
	},
	Entry: {
		{Name: "id", Want: WantID, Needed: true, Flat: true},
		{Name: "number", Want: WantID},
		{Name: "kind", Want: WantState, Needed: true, Tells: true, kind: LedgerKind},
		{Name: "operation", Want: WantState, Tells: true},
		{Name: "amount", Want: WantMoney, Needed: true, Tells: true},
		{Name: "currency", Want: WantCurrency},
		{Name: "posted_at", Want: WantTime, Needed: true, Tells: true},
		{Name: "order_id", Want: WantID},
		{Name: "order_external_id", Want: WantID},
		{Name: "payout_id", Want: WantID, Tells: true},
		{Name: "document_number", Want: WantID, Tells: true},
		{Name: "document_date", Want: WantTime},
		{Name: "counterparty_name", Want: WantText},
		{Name: "counterparty_code", Want: WantText},
		{Name: "description", Want: WantText},
		{Name: "reverses_entry_id", Want: WantID},
		{Name: "balance_posted", Want: WantMoney, Tells: true},
		{Name: "balance_held", Want: WantMoney, Tells: true},
		{Name: "balance_available", Want: WantMoney, Tells: true},
	},
	Category: {
		{Name: "key", Want: WantID, Needed: true, Flat: true, Tells: true},
		{Name: "name", Want: WantName, Needed: true, Tells: true},
		{Name: "parent", Want: WantID, Tells: true},
	},
	Stock: {
		{Name: "key", Want: WantID, Needed: true, Tells: true},
		{Name: "quantity", Want: WantWhole, Needed: true, Tells: true},
	},
	Picture: {
		{Name: "key", Want: WantID, Needed: true, Tells: true},
		{Name: "images", Want: WantImages, Needed: true, Tells: true},
	},
	NewItem: {
		{Name: "sku", Want: WantID, Needed: true},
		{Name: "quantity", Want: WantWhole, Needed: true},
		{Name: "price", Want: WantMoney},
	},
	ProductQuery:  plain("updated_since"),
	ShipmentQuery: plain("updated_since"),
	OrderQuery:    plain("external_id", "status", "updated_since", "created_from", "created_to"),
	LedgerQuery:   plain("from", "to", "kind"),
	SearchQuery:   plain("text", "category_id", "brand", "availability", "price_min", "price_max", "price_field", "sort"),
	PagingQuery:   plain("page", "offset", "cursor", "last_id", "size"),
	PagingAnswer:  plain("total", "total_pages", "next_cursor", "next_link", "size", "page"),
	Refusal:       plain("title", "detail", "code", "request_id", "existing_order_id"),
	StateLabel:    plain("status", "kind"),
	List:          plain("products", "orders", "shipments", "ledger", "categories", "stocks", "pictures"),
}

// plain are fields of which nothing but the name counts.
func plain(names ...string) []Field {
	fields := make([]Field, len(names))
	for i, name := range names {
		fields[i].Name = name
	}
	return fields
}
