package catalog

// gender is the grammatical gender of a noun: Ukrainian and Russian adjectives
// agree with it.
type gender int

const (
	masculine gender = iota
	feminine
	neuter
	plural
)

// variety is what the variants of one kind of goods differ in.
type variety int

const (
	byColour variety = iota
	byClothesSize
	byShoeSize
	byVolume
	byPower
)

// kind is one sort of goods: the leaf of the category tree with all that a
// believable product of it needs.
type kind struct {
	path       [4]string // category names from root to leaf
	uk, ru, en string    // the noun
	gender     gender
	variety    variety
	low, high  int64 // drop price, hryvnias
	grams      int   // usual weight
	edgeMM     int   // usual length
}

// kinds spans a tree of four levels. Every leaf is a category of its own.
func kinds() []kind {
	return []kind{
		{[4]string{"Дім і сад", "Кухня", "Посуд", "Чайники"}, "Чайник", "Чайник", "Kettle", masculine, byVolume, 180, 900, 850, 220},
		{[4]string{"Дім і сад", "Кухня", "Посуд", "Чашки та кухлі"}, "Чашка", "Чашка", "Cup", feminine, byVolume, 60, 320, 310, 110},
		{[4]string{"Дім і сад", "Кухня", "Посуд", "Сковороди й каструлі"}, "Сковорода", "Сковорода", "Frying pan", feminine, byColour, 260, 1400, 1200, 450},
		{[4]string{"Дім і сад", "Кухня", "Зберігання", "Контейнери"}, "Контейнер", "Контейнер", "Container", masculine, byVolume, 45, 280, 220, 200},
		{[4]string{"Дім і сад", "Кухня", "Зберігання", "Банки для сипучих"}, "Банка", "Банка", "Jar", feminine, byVolume, 50, 260, 400, 140},
		{[4]string{"Дім і сад", "Кухня", "Приладдя", "Ножі"}, "Ніж", "Нож", "Knife", masculine, byColour, 90, 950, 180, 320},
		{[4]string{"Дім і сад", "Затишок", "Текстиль", "Пледи"}, "Плед", "Плед", "Throw", masculine, byColour, 240, 1300, 1100, 400},
		{[4]string{"Дім і сад", "Затишок", "Текстиль", "Рушники"}, "Рушник", "Полотенце", "Towel", masculine, byColour, 70, 420, 350, 300},
		{[4]string{"Дім і сад", "Затишок", "Освітлення", "Настільні лампи"}, "Лампа", "Лампа", "Lamp", feminine, byPower, 210, 1250, 900, 380},
		{[4]string{"Дім і сад", "Затишок", "Освітлення", "Гірлянди"}, "Гірлянда", "Гирлянда", "String lights", feminine, byColour, 80, 480, 250, 180},
		{[4]string{"Дім і сад", "Затишок", "Декор", "Свічки"}, "Свічка", "Свеча", "Candle", feminine, byColour, 35, 340, 280, 90},
		{[4]string{"Дім і сад", "Затишок", "Декор", "Гачки й полички"}, "Гачок", "Крючок", "Hook", masculine, byColour, 25, 190, 60, 80},
		{[4]string{"Електроніка", "Аксесуари", "Живлення", "Павербанки"}, "Павербанк", "Павербанк", "Power bank", masculine, byPower, 380, 2100, 330, 150},
		{[4]string{"Електроніка", "Аксесуари", "Живлення", "Зарядні пристрої"}, "Зарядка", "Зарядка", "Charger", feminine, byPower, 140, 980, 90, 70},
		{[4]string{"Електроніка", "Аксесуари", "Кабелі", "Кабелі USB"}, "Кабель", "Кабель", "Cable", masculine, byColour, 40, 360, 45, 160},
		{[4]string{"Електроніка", "Звук", "Навушники", "Бездротові навушники"}, "Навушники", "Наушники", "Headphones", plural, byColour, 290, 2900, 210, 190},
		{[4]string{"Електроніка", "Звук", "Колонки", "Портативні колонки"}, "Колонка", "Колонка", "Speaker", feminine, byPower, 340, 2600, 620, 200},
		{[4]string{"Одяг і взуття", "Одяг", "Верх", "Футболки"}, "Футболка", "Футболка", "T-shirt", feminine, byClothesSize, 130, 620, 190, 300},
		{[4]string{"Одяг і взуття", "Одяг", "Верх", "Худі"}, "Худі", "Худи", "Hoodie", neuter, byClothesSize, 390, 1450, 640, 400},
		{[4]string{"Одяг і взуття", "Одяг", "Дрібниці", "Шкарпетки"}, "Шкарпетки", "Носки", "Socks", plural, byShoeSize, 30, 140, 70, 220},
		{[4]string{"Одяг і взуття", "Взуття", "Домашнє", "Капці"}, "Капці", "Тапочки", "Slippers", plural, byShoeSize, 120, 540, 420, 300},
		{[4]string{"Одяг і взуття", "Взуття", "Спортивне", "Кросівки"}, "Кросівки", "Кроссовки", "Trainers", plural, byShoeSize, 560, 2800, 780, 330},
		{[4]string{"Спорт і туризм", "Фітнес", "Килимки", "Килимки для йоги"}, "Килимок", "Коврик", "Mat", masculine, byColour, 210, 890, 950, 620},
		{[4]string{"Спорт і туризм", "Фітнес", "Інвентар", "Гантелі"}, "Гантель", "Гантель", "Dumbbell", feminine, byColour, 150, 1700, 3000, 240},
		{[4]string{"Спорт і туризм", "Похід", "Рюкзаки", "Міські рюкзаки"}, "Рюкзак", "Рюкзак", "Backpack", masculine, byColour, 420, 2300, 780, 460},
		{[4]string{"Спорт і туризм", "Похід", "Пляшки", "Термопляшки"}, "Термопляшка", "Термобутылка", "Bottle", feminine, byVolume, 190, 840, 380, 260},
		{[4]string{"Спорт і туризм", "Похід", "Світло", "Ліхтарі"}, "Ліхтар", "Фонарь", "Torch", masculine, byPower, 110, 1150, 230, 150},
		{[4]string{"Дитячі товари", "Іграшки", "Розвиток", "Конструктори"}, "Конструктор", "Конструктор", "Building set", masculine, byColour, 190, 1900, 860, 350},
		{[4]string{"Дитячі товари", "Іграшки", "М'які іграшки", "Ведмедики"}, "Ведмедик", "Мишка", "Teddy bear", masculine, byColour, 140, 990, 410, 340},
		{[4]string{"Краса й догляд", "Догляд", "Для тіла", "Мило ручної роботи"}, "Мило", "Мыло", "Soap", neuter, byColour, 28, 160, 110, 80},
		{[4]string{"Краса й догляд", "Догляд", "Для волосся", "Щітки"}, "Щітка", "Щётка", "Brush", feminine, byColour, 60, 430, 90, 230},
	}
}

// quality is an adjective; uk and ru are indexed by gender.
type quality struct {
	uk, ru [4]string
	en     string
}

func qualities() []quality {
	return []quality{
		{[4]string{"класичний", "класична", "класичне", "класичні"}, [4]string{"классический", "классическая", "классическое", "классические"}, "classic"},
		{[4]string{"легкий", "легка", "легке", "легкі"}, [4]string{"лёгкий", "лёгкая", "лёгкое", "лёгкие"}, "light"},
		{[4]string{"міцний", "міцна", "міцне", "міцні"}, [4]string{"прочный", "прочная", "прочное", "прочные"}, "sturdy"},
		{[4]string{"м'який", "м'яка", "м'яке", "м'які"}, [4]string{"мягкий", "мягкая", "мягкое", "мягкие"}, "soft"},
		{[4]string{"п’ятизірковий", "п’ятизіркова", "п’ятизіркове", "п’ятизіркові"}, [4]string{"пятизвёздочный", "пятизвёздочная", "пятизвёздочное", "пятизвёздочные"}, "five-star"},
		{[4]string{"святковий", "святкова", "святкове", "святкові"}, [4]string{"праздничный", "праздничная", "праздничное", "праздничные"}, "festive"},
		{[4]string{"тепломісткий", "тепломістка", "тепломістке", "тепломісткі"}, [4]string{"теплоёмкий", "теплоёмкая", "теплоёмкое", "теплоёмкие"}, "warm"},
		{[4]string{"яскравий", "яскрава", "яскраве", "яскраві"}, [4]string{"яркий", "яркая", "яркое", "яркие"}, "bright"},
		{[4]string{"“преміум”", "“преміум”", "“преміум”", "“преміум”"}, [4]string{"«премиум»", "«премиум»", "«премиум»", "«премиум»"}, "\"premium\""},
	}
}

// brands are invented; "" stands for goods without one. Étoile is spelt with a
// combining accent on purpose.
func brands() []string {
	return []string{"Мрія", "Dubok", "Kolo & Co", "O'Tepla", "NordLight", "Vesna", "Затишок", "Ґанок",
		"Дім \"Лад\"", "E\u0301toile", "П'ять Струмків", "<8> Восьма", "", ""}
}

func countries() []string {
	return []string{"Україна", "Україна", "Україна", "Польща", "Китай", "Туреччина", "Італія", ""}
}

func colours() []string {
	return []string{"білий", "чорний", "синій", "червоний", "м'ятний", "бежевий", "жовто-блакитний", "сірий", "\u201cпил\u201d", "зелений"}
}

func materials() []string {
	return []string{"бавовна", "сталь 18/10", "скло", "дерево; лак", "пластик", "кераміка", "льон 55 % / бавовна 45 %"}
}

// starter is one of the products that every generated catalogue begins with, so
// that sample orders find their goods.
type starter struct {
	sku, uk, ru, en string
	kind            int   // index into kinds
	drop, rrp       int64 // kopecks
	stock           int
}

func starters() []starter {
	return []starter{
		{"KB-01", "Чайник скляний 1,7 л", "Чайник стеклянный 1,7 л", "Glass kettle 1.7 l", 0, 31500, 45000, 1200},
		{"KB-02", "Лампа настільна", "Лампа настольная", "Desk lamp", 8, 22400, 32000, 800},
		{"KB-03", "Килимок для йоги", "Коврик для йоги", "Yoga mat", 22, 13990, 19990, 950},
		{"KB-04", "Плед", "Плед", "Throw", 6, 36330, 51900, 640},
		{"KB-05", "Свічка", "Свеча", "Candle", 10, 3500, 5000, 5000},
	}
}

func plainSentences() []string {
	return []string{
		"Гарантія 12 місяців від виробника", "Відправляємо в день замовлення", "Легко чистити під проточною водою",
		"Екологічні матеріали без запаху", "Подарункова коробка в комплекті", "Підходить для щоденного вжитку",
		"Розміри вказано без пакування", "Колір на екрані може відрізнятися", "Зроблено з турботою про дрібниці",
	}
}

// oddSentences hold what real descriptions hold and careless exporters spoil. The
// rare control characters are legal in JSON and must not reach an XML feed.
func oddSentences() []string {
	return []string{
		"Ціна/якість 👍 100% 👩‍🔧", "Об'єм, об’єм, обʼєм: три апострофи", "Потужність &gt; 900&nbsp;Вт &mdash; &quot;турбо&quot;",
		"Уперше за 99,90\u00a0₴ замість 149 ₴", "Код у тексті: if (a && b < c) { x[y[0]]>1 }", "Кінець секції ]]> не є кінцем опису",
		"Рядок перший\nрядок другий\r\nрядок третій", "Стовпець\tдругий\tтретій", "Cafe\u0301 і є\u0301 з комбінованим наголосом",
		"=СУМА(A1:A9) не формула", "@shop, -5 °C … +40 °C", "М\u200dякий\u200b перенос і \u200eмітка напрямку", "\"Лапки\", «ялинки», “лапки”, 'одинарні'",
		"Зворотна\\коса й C:\\temp", "Дзвінок\u0007 і роздільник\u001f у старій базі", "Невидимий \ufeffзнак порядку байтів", "½ м², 10⁻³, № 7, ™ © ®",
	}
}
