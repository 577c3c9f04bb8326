package function

// GTIN is a barcode where it is a Global Trade Item Number: 8, 12, 13 or 14 digits of which
// the last is the check digit of the others (GS1 General Specifications, 7.9); else "". Targets
// refuse the whole offer for a wrong digit, and take it without a number.
func GTIN(barcode string) string {
	switch len(barcode) {
	case 8, 12, 13, 14:
	default:
		return ""
	}
	sum, weight := 0, 1 // from the check digit to the left: 1, 3, 1, 3 …
	for i := len(barcode) - 1; i >= 0; i-- {
		if barcode[i] < '0' || barcode[i] > '9' {
			return ""
		}
		sum += int(barcode[i]-'0') * weight
		weight = 4 - weight
	}
	if sum%10 != 0 || sum == 0 {
		return ""
	}
	return barcode
}
