package form

// Role is what a column says of a product.
type Role string

// The roles. What no word knows has none.
const (
	NoRole         Role = ""
	ID             Role = "id"
	SKU            Role = "sku"
	GroupID        Role = "group_id"
	Name           Role = "name"
	NameUK         Role = "name_uk"
	NameRU         Role = "name_ru"
	NameEN         Role = "name_en"
	Description    Role = "description"
	DescriptionUK  Role = "description_uk"
	DescriptionRU  Role = "description_ru"
	DescriptionEN  Role = "description_en"
	Brand          Role = "brand"
	Country        Role = "country"
	Barcode        Role = "barcode"
	Category       Role = "category"
	CategoryID     Role = "category_id"
	Currency       Role = "currency"
	Price          Role = "price" // nobody knows whose
	DropPrice      Role = "drop_price"
	Wholesale      Role = "wholesale" // a price for many, which does not say for how many
	RRP            Role = "rrp"
	OldPrice       Role = "old_price" // what it cost once: never read
	OtherPrice     Role = "other_price"
	TierPrice      Role = "tier_price"
	TierQuantity   Role = "tier_quantity"
	Quantity       Role = "quantity"
	Availability   Role = "availability"
	Warehouse      Role = "warehouse" // the quantity, or the availability, at one of several places
	Status         Role = "status"    // of the product: its availability where nothing else tells that
	Shown          Role = "shown"     // whether it is for sale at all
	Hidden         Role = "hidden"    // whether it is not
	Discount       Role = "discount"  // what comes off a price, which nobody calculates here
	Image          Role = "image"
	AttributeName  Role = "attribute_name"
	AttributeValue Role = "attribute_value"
	AttributeUnit  Role = "attribute_unit"
	AttributeOwn   Role = "attribute" // a member whose own name is the attribute's
	WeightKG       Role = "weight_kg"
	WeightG        Role = "weight_g"
	MinOrder       Role = "min_order"
	URL            Role = "url"
	Ignore         Role = "ignore"
)

// Roles are those that a config may name, in the order of a product's fields.
func Roles() []Role {
	return []Role{ID, SKU, GroupID, Name, NameUK, NameRU, NameEN, Description, DescriptionUK, DescriptionRU, DescriptionEN, Brand, Country, Barcode,
		Category, CategoryID, Currency, DropPrice, RRP, TierPrice, TierQuantity, Quantity, Warehouse, Availability, Image, AttributeName, AttributeValue,
		AttributeUnit, WeightKG, WeightG, MinOrder, URL}
}

// money reports whether a role is a price of one piece.
func (r Role) money() bool {
	switch r {
	case Price, DropPrice, Wholesale, RRP, OtherPrice, OldPrice, TierPrice:
		return true
	}
	return false
}

// attribute reports whether a role is one of an attribute.
func (r Role) attribute() bool {
	return r == AttributeName || r == AttributeValue || r == AttributeUnit || r == AttributeOwn
}

// many reports whether several values of a role belong together.
func (r Role) many() bool {
	switch r {
	case Image, Warehouse, Discount, AttributeName, AttributeValue, AttributeUnit, AttributeOwn, TierPrice, TierQuantity, Ignore, NoRole, OldPrice:
		return true
	}
	return false
}
