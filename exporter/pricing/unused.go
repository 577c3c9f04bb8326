package pricing

// Unused names the categories of the rule that no product has had so far, in
// alphabetical order: typos, or categories that the supplier gave up.
func (p *Pricer) Unused() []string {
	var names []string
	for _, c := range p.choices.categories {
		if !c.used.Load() {
			names = append(names, c.name)
		}
	}
	return names
}
