package template

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/dropbridge/dropbridge/exporter/markup"
	"github.com/dropbridge/dropbridge/exporter/remark"
	"github.com/dropbridge/dropbridge/internal/supplier"
	"github.com/dropbridge/dropbridge/internal/wording"
)

// listLimits are how much of a product's lists a target takes.
type listLimits struct{ images, attributes, tiers listLimit }

type listLimit struct {
	set     bool
	min     int // with fewer the product is left out
	max     int // those beyond are left out; 0: no limit
	key     int // bytes by which the target tells names of attributes apart; 0: all
	length  int // of an address in bytes, of an attribute's value in characters; 0: no limit
	pattern *regexp.Regexp
}

// apply leaves out what the target would refuse, and names it.
func (l *listLimits) apply(t *Template, o *Offer, notes *remark.Notes) {
	if l.images.set {
		o.ownImages = l.images.pictures(o.ownImages[:0], o.Images)
		if n := len(o.Images) - len(o.ownImages); n > 0 {
			notes.Repairs(remark.PicturesLeftOut, n)
			i := slices.IndexFunc(o.Images, func(image string) bool {
				address, ok := markup.Address(image)
				return !ok || !slices.Contains(o.ownImages, address)
			})
			notes.LeaveOut(remark.Label(o.Product), remark.PicturesLeftOut, n, o.Images[max(i, 0)])
		}
		o.Images = o.ownImages
	}
	if l.attributes.set {
		o.ownAttributes = l.attributes.values(o.ownAttributes[:0], o.Attributes)
		if n := len(o.Attributes) - len(o.ownAttributes); n > 0 {
			notes.Repairs(remark.AttributesLeftOut, n)
			i := slices.IndexFunc(o.Attributes, func(a supplier.Attribute) bool { return !slices.Contains(o.ownAttributes, a) })
			first := &o.Attributes[max(i, 0)]
			notes.LeaveOut(remark.Label(o.Product), remark.AttributesLeftOut, n, first.Name+": "+first.Value)
		}
		o.Attributes = o.ownAttributes
		t.tellApart(o)
	}
	if n := l.tiers.max; n > 0 && len(o.Prices.Tiers) > n {
		notes.Repairs(remark.TiersLeftOut, len(o.Prices.Tiers)-n)
		o.Prices.Tiers = o.Prices.Tiers[:n]
	}
}

// pictures appends the addresses that fit, each once, encoded.
func (l *listLimit) pictures(dst, images []string) []string {
	for _, image := range images {
		if l.max > 0 && len(dst) == l.max {
			break
		}
		address, ok := markup.Address(image)
		if !ok || l.length > 0 && len(address) > l.length || l.pattern != nil && !l.pattern.MatchString(address) || slices.Contains(dst, address) {
			continue
		}
		dst = append(dst, address)
	}
	return dst
}

// values appends the attributes that have a name and a value that fits.
func (l *listLimit) values(dst, attributes []supplier.Attribute) []supplier.Attribute {
	for _, a := range attributes {
		if l.max > 0 && len(dst) == l.max {
			break
		}
		if !markup.Shown(a.Name) || !markup.Shown(a.Value) || l.length > 0 && utf8.RuneCountInString(a.Value) > l.length {
			continue
		}
		dst = append(dst, a)
	}
	return dst
}

// refusal says why an offer has too little left.
func (l *listLimits) refusal(o *Offer) (remark.Code, wording.Message) {
	switch {
	case len(o.Images) < l.images.min:
		return remark.PicturesMissing, wording.NewMessage("remark.pictures_few", l.images.min, len(o.Images))
	case len(o.Attributes) < l.attributes.min:
		return remark.AttributesMissing, wording.NewMessage("remark.attributes_missing", l.attributes.min, len(o.Attributes))
	}
	return "", wording.Message{}
}
