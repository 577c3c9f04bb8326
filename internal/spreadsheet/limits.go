package spreadsheet

// What a workbook can hold.
const (
	// MaxRows is how many rows of a sheet Excel reads.
	MaxRows = 1 << 20
	// MaxColumns is how many columns of a sheet Excel reads.
	MaxColumns = 1 << 14
	// MaxPartBytes is how long a sheet's XML may be: readers count it in 32 bits.
	MaxPartBytes = 1<<32 - 1
	// MaxCellUnits is how many UTF-16 units of text a cell holds.
	MaxCellUnits = 32767
	// MaxDigits is how long a number cell may be, sign and point included, and still keep
	// every digit: spreadsheets calculate with binary floating point.
	MaxDigits = 15
	// MaxSheetName is how many UTF-16 units the name of a sheet has at most.
	MaxSheetName = 31
)
