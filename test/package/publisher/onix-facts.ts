import * as codelists from "onix-codelist";

/**
 * What ONIX for Books 3.0 says of the elements that we write: the parts of each composite in their order, from the published specification.
 * `?` may be left out, `*` and `+` may come several times.
 */
export const composites: Readonly<Record<string, string>> = {
  ONIXMessage: "Header NoProduct? Product*",
  Header: "Sender SentDateTime",
  Sender: "SenderName EmailAddress?",
  Product:
    "RecordReference NotificationType ProductIdentifier+ DescriptiveDetail CollateralDetail PublishingDetail? RelatedMaterial? ProductSupply*",
  ProductIdentifier: "ProductIDType IDTypeName? IDValue",
  DescriptiveDetail:
    "ProductComposition ProductForm ProductFormDetail* ProductFormFeature* PrimaryContentType? ProductContentType* EpubTechnicalProtection* Collection* TitleDetail+ Contributor* EditionNumber? EditionStatement* Language* Extent* Subject* Audience* AudienceDescription*",
  ProductFormFeature: "ProductFormFeatureType ProductFormFeatureValue? ProductFormFeatureDescription*",
  Collection: "CollectionType TitleDetail*",
  TitleDetail: "TitleType TitleElement+",
  TitleElement: "TitleElementLevel PartNumber? TitleText",
  Contributor:
    "SequenceNumber? ContributorRole+ PersonName? PersonNameInverted? CorporateName? CorporateNameInverted? UnnamedPersons?",
  Language: "LanguageRole LanguageCode CountryCode? ScriptCode?",
  Extent: "ExtentType ExtentValue ExtentUnit",
  Subject: "MainSubject? SubjectSchemeIdentifier SubjectCode",
  Audience: "AudienceCodeType AudienceCodeTypeName? AudienceCodeValue",
  CollateralDetail: "TextContent*",
  TextContent: "TextType ContentAudience+ Text+",
  PublishingDetail:
    "Imprint* Publisher* CityOfPublication* CountryOfPublication? PublishingStatus? PublishingDate*",
  Imprint: "ImprintName",
  Publisher: "PublishingRole PublisherName Website*",
  Website: "WebsiteRole? WebsiteLink",
  PublishingDate: "PublishingDateRole Date",
  RelatedMaterial: "RelatedProduct*",
  RelatedProduct: "ProductRelationCode+ ProductIdentifier+",
  ProductSupply: "SupplyDetail+",
  SupplyDetail: "Supplier ProductAvailability Price+",
  Supplier: "SupplierRole SupplierName",
  Price: "PriceType PriceAmount CurrencyCode Territory",
  Territory: "CountriesIncluded? RegionsIncluded?",
};

const listOf: Readonly<Record<string, number>> = {
  NotificationType: 1,
  ProductComposition: 2,
  ProductIDType: 5,
  ProductForm: 150,
  ProductFormDetail: 175,
  ProductFormFeatureType: 79,
  PrimaryContentType: 81,
  ProductContentType: 81,
  EpubTechnicalProtection: 144,
  CollectionType: 148,
  TitleType: 15,
  TitleElementLevel: 149,
  ContributorRole: 17,
  UnnamedPersons: 19,
  LanguageRole: 22,
  LanguageCode: 74,
  CountryCode: 91,
  ScriptCode: 121,
  ExtentType: 23,
  ExtentUnit: 24,
  SubjectSchemeIdentifier: 27,
  AudienceCodeType: 29,
  TextType: 153,
  ContentAudience: 154,
  PublishingRole: 45,
  WebsiteRole: 73,
  CountryOfPublication: 91,
  PublishingStatus: 64,
  PublishingDateRole: 163,
  ProductRelationCode: 51,
  SupplierRole: 93,
  ProductAvailability: 65,
  PriceType: 58,
  CurrencyCode: 96,
  CountriesIncluded: 91,
  RegionsIncluded: 49,
};

/** Codes that came after issue 58, which the package of code lists has; all are in issue 71. */
const newer: Readonly<Record<number, readonly string[]>> = {
  19: ["09"],
  143: ["00"],
  196: ["04", "30", "32", "36", "38", "52", "80", "81", "82", "84", "85", "86", "88", "90"],
};

/** Whether an element's text is a code of its list; `null` for an element without one. `type`: the feature's, for its value. */
export function isKnownCode(element: string, code: string, type: string): boolean | null {
  const list = element === "ProductFormFeatureValue" ? { "09": 196, "12": 143 }[type] : listOf[element];
  return list === undefined ? null : inList(list, code);
}

/** Whether a code list has a code. */
export function inList(list: number, code: string): boolean {
  const codes = (codelists as unknown as Record<string, Record<string, string>>)[`list${list}`] ?? {};
  return Object.values(codes).includes(code) || (newer[list] ?? []).includes(code);
}
