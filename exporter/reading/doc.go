// Package reading decides from which reading of the supplier's products each feed is made:
// feeds of the whole list share one, of which a copy may be kept, and feeds of the same
// search another. It builds them so that one feed's fault keeps no other back.
package reading
