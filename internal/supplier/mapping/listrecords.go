package mapping

import (
	"github.com/dropbridge/dropbridge/internal/strictyaml"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/supplier/jsonread"
	"github.com/dropbridge/dropbridge/internal/supplier/mapping/written"
)

// Records makes products of the records of a price list, each a JSON object, in the language
// in which a service's products are described. It is safe for concurrent use.
type Records struct {
	op     ListOp[supplier.Product]
	fields []string
}

// RecordsFile is what a list's mapping says in this language.
type RecordsFile struct {
	Types    strictyaml.Scalar  `yaml:"types"`
	Times    written.Times      `yaml:"times"`
	Products *written.Operation `yaml:"products"`
}

// CompileRecords compiles a list's mapping; nil where it says nothing in this language. What
// belongs to a service's requests is an error of type *strictyaml.Error.
func CompileRecords(file string, said RecordsFile) (*Records, error) {
	w := said.Products
	c := &compiler{Mistakes: written.Mistakes{File: file}, written: &written.File{}, joined: map[int]bool{}}
	if w == nil {
		return nil, nil
	}
	if w.Request.Set || len(w.Query) > 0 || len(w.Constants) > 0 || w.Paging != nil || len(w.Answer) > 0 {
		return nil, c.Wrong(w.Request, "products: a list has no request, query, paging and answer: jq, fields and variants are what it may have; records says where the goods are")
	}
	if said.Types.Set {
		if err := c.Choice(said.Types, "way to take types", "strict", "loose"); err != nil {
			return nil, err
		}
	}
	c.loose = !said.Types.Set || said.Types.Text == "loose" // markup and tables have texts alone
	var err error
	if c.times, err = c.timesOf(said.Times.Layout, said.Times.Zone, jsonread.Times{}); err != nil {
		return nil, err
	}
	maker, err := compileProducer(c, "products", w, productFields(), productKind())
	if err != nil {
		return nil, err
	}
	out := &Records{op: ListOp[supplier.Product]{Endpoint: Endpoint{Key: "products"}, Op: "read the price list", Kind: productKind(), page: readAppended(maker.append)}}
	for _, spec := range w.Fields {
		out.fields = append(out.fields, spec.Name.Text)
	}
	if w.Variants != nil {
		for _, spec := range w.Variants.Fields {
			out.fields = append(out.fields, spec.Name.Text)
		}
	}
	return out, nil
}

// Fields are the names of the fields that the mapping fills.
func (r *Records) Fields() []string { return r.fields }

// Read makes products of a JSON list of records, into the memory of old ones.
func (r *Records) Read(list string, products []supplier.Product) (Page[supplier.Product], error) {
	return r.op.ReadPage(list, supplier.Envelope{}, nil, products)
}
