package supplier

import (
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/dropbridge/dropbridge/internal/strictyaml"
)

// mappingFile is a mapping as it is written; templates/suppliers/MAPPING.md explains
// each key.
type mappingFile struct {
	Name        string              `yaml:"name"`
	Kind        string              `yaml:"kind"`
	Format      string              `yaml:"format"`
	Description string              `yaml:"description"`
	Types       strictyaml.Scalar   `yaml:"types"`
	Times       timesFile           `yaml:"times"`
	Limits      []strictyaml.Scalar `yaml:"limits"`
	Auth        authFile            `yaml:"auth"`
	Headers     pairs               `yaml:"headers"`
	Idempotency idempotencyFile     `yaml:"idempotency"`
	Paging      *pagingFile         `yaml:"paging"`
	Answer      fieldSpecs          `yaml:"answer"`
	Lookups     lookupFiles         `yaml:"lookups"`
	Errors      fieldSpecs          `yaml:"errors"`
	Statuses    pairs               `yaml:"statuses"`
	Codes       pairs               `yaml:"codes"`
	Success     *successFile        `yaml:"success"`
	RetryAfter  *retryAfterFile     `yaml:"retry_after"`
	Products    *operationFile      `yaml:"products"`
	Search      *operationFile      `yaml:"search"`
	Orders      *operationFile      `yaml:"orders"`
	FindOrder   *findFile           `yaml:"find_order"`
	CreateOrder *createFile         `yaml:"create_order"`
	Shipments   *operationFile      `yaml:"shipments"`
	Ledger      *operationFile      `yaml:"ledger"`
}

// authFile says where the token goes: into one of header, query and body.
type authFile struct {
	Header strictyaml.Scalar `yaml:"header"`
	Query  strictyaml.Scalar `yaml:"query"`
	Body   strictyaml.Scalar `yaml:"body"`
	Prefix strictyaml.Scalar `yaml:"prefix"`
	Login  *loginFile        `yaml:"login"`
}

type loginFile struct {
	Request  strictyaml.Scalar `yaml:"request"`
	Body     pairs             `yaml:"body"`
	Token    strictyaml.Scalar `yaml:"token"`
	Lifetime time.Duration     `yaml:"lifetime"`
}

type idempotencyFile struct {
	Kind      strictyaml.Scalar `yaml:"kind"`
	Lifetime  time.Duration     `yaml:"lifetime"`
	KeyHeader strictyaml.Scalar `yaml:"key_header"`
}

type pagingFile struct {
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

type successFile struct {
	At        strictyaml.Scalar   `yaml:"at"`
	Is        []strictyaml.Scalar `yaml:"is"`
	Otherwise strictyaml.Scalar   `yaml:"otherwise"`
}

type retryAfterFile struct {
	Header strictyaml.Scalar `yaml:"header"`
	As     strictyaml.Scalar `yaml:"as"`
}

// operationFile is an operation that reads records.
type operationFile struct {
	Request   strictyaml.Scalar `yaml:"request"`
	Query     pairs             `yaml:"query"`
	Constants pairs             `yaml:"constants"`
	Batch     int               `yaml:"batch"`
	Paging    *pagingFile       `yaml:"paging"`
	Answer    fieldSpecs        `yaml:"answer"`
	JQ        strictyaml.Scalar `yaml:"jq"`
	Fields    fieldSpecs        `yaml:"fields"`
	Variants  *variantsFile     `yaml:"variants"`
}

type variantsFile struct {
	At     strictyaml.Scalar `yaml:"at"`
	Fields fieldSpecs        `yaml:"fields"`
}

// lookupFile is a list whose records other records name by a key: it stands at a place
// of the same answer, or has a request of its own.
type lookupFile struct {
	At        strictyaml.Scalar `yaml:"at"`
	Request   strictyaml.Scalar `yaml:"request"`
	Constants pairs             `yaml:"constants"`
	Paging    *pagingFile       `yaml:"paging"`
	Answer    fieldSpecs        `yaml:"answer"`
	Key       strictyaml.Scalar `yaml:"key"`
	Parent    strictyaml.Scalar `yaml:"parent"`
}

type findFile struct {
	Request strictyaml.Scalar `yaml:"request"`
	Order   strictyaml.Scalar `yaml:"order"`
}

type createFile struct {
	Request        strictyaml.Scalar `yaml:"request"`
	ReplayedHeader strictyaml.Scalar `yaml:"replayed_header"`
	Order          strictyaml.Scalar `yaml:"order"`
	Fields         fieldSpecs        `yaml:"fields"`
	SplitName      strictyaml.Scalar `yaml:"split_name"`
	Constants      pairs             `yaml:"constants"`
	Body           fieldSpecs        `yaml:"body"`
	JQ             strictyaml.Scalar `yaml:"jq"`
}

// timesFile is how points in time are written: a word, or layouts with a zone.
type timesFile struct {
	Layout scalars           `yaml:"layout"`
	Zone   strictyaml.Scalar `yaml:"zone"`
}

// UnmarshalYAML takes "rfc3339" as well as {layout: …, zone: …}.
func (t *timesFile) UnmarshalYAML(node ast.Node) error {
	if _, plain := node.(ast.ScalarNode); plain {
		return t.Layout.UnmarshalYAML(node)
	}
	type keys timesFile
	return below(node, (*keys)(t))
}

// scalars is one value or a list of them.
type scalars []strictyaml.Scalar

// UnmarshalYAML takes a value alone as a list of one.
func (s *scalars) UnmarshalYAML(node ast.Node) error {
	if _, plain := node.(ast.ScalarNode); plain {
		var one strictyaml.Scalar
		err := one.UnmarshalYAML(node)
		*s = scalars{one}
		return err
	}
	return below(node, (*[]strictyaml.Scalar)(s))
}

// pair is one line of names that the file chooses itself.
type pair struct {
	key, value strictyaml.Scalar
	kind       ast.NodeType // of the value
}

// pairs keeps the order of the file.
type pairs []pair

// UnmarshalYAML takes a mapping of texts.
func (p *pairs) UnmarshalYAML(node ast.Node) error {
	entries, err := entriesOf(node)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var one pair
		if err := one.key.UnmarshalYAML(entry.Key.(ast.Node)); err != nil {
			return err
		}
		if err := one.value.UnmarshalYAML(entry.Value); err != nil {
			return err
		}
		one.kind = entry.Value.Type()
		*p = append(*p, one)
	}
	return nil
}

// lookupFiles keeps the order of the file.
type lookupFiles []namedLookup

type namedLookup struct {
	name strictyaml.Scalar
	lookupFile
}

// UnmarshalYAML takes a mapping from names to lists.
func (l *lookupFiles) UnmarshalYAML(node ast.Node) error {
	entries, err := entriesOf(node)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		var one namedLookup
		if err := one.name.UnmarshalYAML(entry.Key.(ast.Node)); err != nil {
			return err
		}
		if err := below(entry.Value, &one.lookupFile); err != nil {
			return err
		}
		*l = append(*l, one)
	}
	return nil
}

// below decodes a part of the file as strictly as the whole.
func below(node ast.Node, into any) error {
	return yaml.NodeToValue(node, into, yaml.Strict())
}

func entriesOf(node ast.Node) ([]*ast.MappingValueNode, error) {
	switch n := node.(type) {
	case *ast.MappingNode:
		return n.Values, nil
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, nil
	}
	return nil, &yaml.SyntaxError{Message: "want names with a value for each here", Token: node.GetToken()}
}
