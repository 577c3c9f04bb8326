// Package approval keeps which requests for new orders somebody has looked at and approved:
// with a mapping of the user's own no order is sent before that, nor after the requests have
// become others.
package approval
