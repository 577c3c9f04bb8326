package forget

import (
	"context"
	"errors"
	"fmt"

	"github.com/dropbridge/dropbridge/importer/state"
)

// findNames finds what the journal says of files that names the person: why one could not be read, which
// is forgotten, and the name of one, by which it is known when it comes again.
func (p *purge) findNames(context.Context) error {
	if p.Person == nil {
		return nil
	}
	for _, f := range p.files.all {
		if p.Person.In(f.Name) {
			p.keep(Gone{Kind: KindName, Name: f.Name, Source: f.Source}, "file_name", f.Name)
		}
		if p.Person.In(f.Reason) && !p.goes(f) {
			p.report.Files = append(p.report.Files, Gone{Kind: KindReason, Name: f.Name, Source: f.Source})
			p.mute = append(p.mute, f)
		}
	}
	return nil
}

// goes reports whether a file goes from the folder of those that could not be read, with its reason.
func (p *purge) goes(f state.File) bool {
	for _, one := range p.going {
		for _, of := range one.of {
			if one.kind == KindFailed && of.ID == f.ID {
				return true
			}
		}
	}
	return false
}

// forgetReasons forgets why files could not be read that lie nowhere any more.
func (p *purge) forgetReasons(ctx context.Context) error {
	if !p.Apply {
		return nil
	}
	for _, f := range p.mute {
		err := p.forgetReason(ctx, f)
		if errors.Is(err, state.ErrStale) {
			err = fmt.Errorf("%w: it was dropped again meanwhile", err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
