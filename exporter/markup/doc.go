// Package markup brings the texts and addresses of products into the forms that targets
// want: plain text, HTML of a few allowed tags, lengths counted as the target counts
// them, addresses percent-encoded once.
package markup
