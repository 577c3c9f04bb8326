package state

import (
	"strings"
)

// ClashOpen reports whether a link waits for a person's decision.
func (l Link) ClashOpen() bool {
	off := CalledOff(l.Order.RemoteStatus)
	switch {
	case l.Relation != Clash:
		return false
	case l.Code == CodeCancelled:
		return !off && l.Order.State != Rejected
	case l.Code == CodeRevived:
		return off || l.Differs
	}
	return true
}

// Settled reports whether what the file shows of the order was decided with the file.
func (l Link) Settled() bool { return l.Relation == Clash || l.Relation == Past || l.Relation == Skips }

// ItemFaults are the items that the supplier named when it refused the order.
func (l Link) ItemFaults() []ItemFault {
	switch {
	case l.Relation == Past:
		return l.Faults
	case l.Relation != Clash && l.Relation != Skips && l.Order.State == Rejected:
		return l.Order.Faults
	}
	return nil
}

// WholeFault is why the order as a whole was refused, beside items of it.
func (l Link) WholeFault() string {
	var whole []string
	for _, fault := range l.ItemFaults() {
		if fault.Item == WholeOrder {
			whole = append(whole, fault.Message)
		}
	}
	return strings.Join(whole, "; ")
}
