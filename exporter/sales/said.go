package sales

import "github.com/dropbridge/dropbridge/internal/wording"

// Said is the difference as a sentence that can be said in each language.
func (d *Difference) Said() wording.Message { return d.said }
