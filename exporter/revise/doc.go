// Package revise changes what the supplier says of a product into what the owner of a feed
// wants said: a word replaced, a title made of parts, a brand where there is none, a label by
// price or margin. The rules stand in the config, so that nobody has to copy a template for
// them. They change values and never decide which products a feed has.
//
// # Words
//
//   - spec: the rules as the config has them
//   - rules: the same, checked and ready
//   - field: a value of a product that rules can change, such as name or brand
//   - replacement: a text or a regular expression (RE2) and what stands in its place
//   - label: a word that an offer gets where a condition holds; there are five places for labels
//   - change: what a rule did to a value, for those who look at one product
package revise
