package page

import "time"

// Errand is work that takes longer than a request, and what became of it. Its zero value is
// one that nobody has asked for.
type Errand struct {
	About string // a month, a file, "" where that goes without saying
	Began time.Time
	Ended time.Time // zero while it goes on
	Done  int64     // how many things of its list were read
	Err   error     // why it came to nothing
}

// Running reports whether it waits or goes on.
func (e Errand) Running() bool { return !e.Began.IsZero() && e.Ended.IsZero() }

// errandView is an errand as its template asks for it.
type errandView struct {
	Says   string  // while it goes on
	Failed *notice // nil where it did not
}

// errand tells of an errand by the sentence of a key, which takes what it is about, since how
// long it goes on, and how much was read.
func (f *frame) errand(e Errand, key string) errandView {
	switch {
	case e.Running():
		return errandView{Says: say(f.Language, key, e.About, span(f.Language, f.Snapshot.Now.Sub(e.Began)), e.Done)}
	case e.Err != nil:
		failed := asNotice(f.Language, e.Err)
		return errandView{Failed: &failed}
	}
	return errandView{}
}
