-- What a credential has spent in a month is what its movements of that month add up to.
DROP TABLE cap_use;
CREATE INDEX movements_of_cap ON movements (credential_id, cap_month);
