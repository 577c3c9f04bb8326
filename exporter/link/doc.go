// Package link gives the offers of a feed the addresses of their pages: those of the shop
// itself in the place of the supplier's, with the marks by which a shop counts where its
// visitors come from. Google refuses an offer whose page is on another site than the shop's
// (support.google.com/merchants/answer/160050), and a link to the supplier tells customers who
// that is.
//
// # Words
//
//   - rule: what a feed's links are made of
//   - page: the address of a product's page
//   - mark: a parameter that is added to it, such as utm_source
//   - elsewhere: on another site than the shop's
package link
