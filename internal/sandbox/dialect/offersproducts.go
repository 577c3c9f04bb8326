package dialect

import (
	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/shape"

	"github.com/dropbridge/dropbridge/internal/sandbox/dialect/service"
)

// offersStock is how a product's availability is called.
var offersStock = map[string]string{"in_stock": "instock", "out_of_stock": "outofstock", "on_order": "onbackorder", "discontinued": "archived"}

// products answers GET /v1/products.
func (d *offersDialect) products(x *service.Exchange) error {
	return d.records(x, service.ProductsPath, nil, map[string]string{"filter[updated_from]": "updated_since"})
}

// search answers GET /v1/products/search.
func (d *offersDialect) search(x *service.Exchange) error {
	names := map[string]string{
		"filter[query]": "q", "filter[category_id]": "category_id", "filter[brand][]": "brand",
		"filter[purchased_price_from]": "price_min", "filter[purchased_price_to]": "price_max",
		"filter[properties][{name}]": "attr[{name}]",
	}
	return d.records(x, service.SearchPath, names, nil)
}

func (d *offersDialect) records(x *service.Exchange, path string, names, times map[string]string) error {
	filters, number, size, err := offersQuery(x, names, times)
	if err != nil {
		return err
	}
	p, err := d.groups.Page(x, path, filters, number, size)
	if err != nil {
		return err
	}
	data := make([]any, len(p.Records))
	for i, record := range p.Records {
		data[i] = offersProduct(record)
	}
	more := object{}
	if p.Facets != nil {
		more["aggregations"] = offersFacets(p.Facets)
	}
	return laravelPage(x, data, p.Total, number, size, more)
}

// offersProduct is a record: a product without a group has what is sold itself, one
// with a group has it in its offers.
func offersProduct(record []object) object {
	p := record[0]
	out := object{
		"name": p["name"], "name_translations": p["names"], "description": p["description"], "description_translations": p["descriptions"],
		"brand": p["brand"], "country": p["country_of_origin"], "category_id": shape.ID(shape.ValueAt(p, "category.id")), "currency_code": p["currency"],
		"weight": shape.Shifted(3)(p["weight_g"]), "length": shape.Shifted(1)(p["length_mm"]), "width": shape.Shifted(1)(p["width_mm"]), "height": shape.Shifted(1)(p["height_mm"]),
	}
	if group := shape.Text(p["group_id"]); group == "" {
		out["has_offers"] = false
		for name, value := range offersOffer(p) {
			out[name] = value
		}
		return out
	}
	out["id"], out["has_offers"] = shape.ID(p["group_id"]), true
	list := make([]object, len(record))
	for i, variant := range record {
		list[i] = offersOffer(variant)
	}
	out["offers"] = list
	return out
}

// offersOffer is what is sold: its prices are JSON numbers of the same digits.
func offersOffer(p object) object {
	tiers := []object{}
	for _, t := range shape.Objects(p["wholesale_tiers"]) {
		tiers = append(tiers, object{"from": t["min_quantity"], "price": shape.Number(t["price"])})
	}
	properties := []object{}
	for _, a := range shape.Objects(p["attributes"]) {
		properties = append(properties, object{"name": a["name"], "value": a["value"], "unit": a["unit"]})
	}
	out := object{
		"id": shape.ID(p["id"]), "sku": p["sku"], "barcode": p["barcode"], "permalink": p["url"],
		"quantity": p["quantity"], "min_quantity": p["min_order_quantity"], "stock_status": p["availability"],
		"price": shape.Number(p["rrp"]), "purchased_price": shape.Number(p["drop_price"]), "wholesale": tiers, "properties": properties,
		"thumbnail_url": nil, "attachments": []object{},
		"created_at": offersTime().Stamp(p["created_at"]), "updated_at": offersTime().Stamp(p["updated_at"]),
	}
	if word, ok := offersStock[shape.Text(p["availability"])]; ok {
		out["stock_status"] = word
	}
	if images := shape.Texts(p["images"]); len(images) > 0 {
		out["thumbnail_url"] = images[0]
		rest := []object{}
		for _, address := range images[1:] {
			rest = append(rest, object{"url": address})
		}
		out["attachments"] = rest
	}
	return out
}

// offersFacets are the facets under names of this family.
func offersFacets(facets any) []object {
	list := []object{}
	for _, f := range shape.Objects(facets) {
		options := []object{}
		for _, v := range shape.Objects(f["values"]) {
			options = append(options, object{"id": v["value"], "title": v["label"], "total": v["count"], "active": v["selected"]})
		}
		list = append(list, object{"code": f["field"], "kind": f["type"], "options": options, "from": shape.Number(f["min"]), "to": shape.Number(f["max"])})
	}
	return list
}

// listCategories answers GET /v1/categories.
func (d *offersDialect) listCategories(x *service.Exchange) error {
	_, number, size, err := offersQuery(x, nil, nil)
	if err != nil {
		return err
	}
	all, err := d.categories.Read(x)
	if err != nil {
		return err
	}
	first := min((number-1)*size, len(all))
	data := []any{}
	for _, c := range all[first:min(first+size, len(all))] {
		row := object{"id": shape.ID(c.ID), "name": c.Name, "parent_id": nil}
		if c.Parent != "" {
			row["parent_id"] = shape.ID(c.Parent)
		}
		data = append(data, row)
	}
	return laravelPage(x, data, len(all), number, size, nil)
}
