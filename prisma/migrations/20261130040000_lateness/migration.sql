-- CreateTable
CREATE TABLE `lateness_minute` (
    `minute_s` BIGINT UNSIGNED NOT NULL,
    `bound_ms` INTEGER UNSIGNED NOT NULL,
    `messages` INTEGER UNSIGNED NOT NULL,
    `worst_ms` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`minute_s`, `bound_ms`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `failure_minute` (
    `minute_s` BIGINT UNSIGNED NOT NULL,
    `reason` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `messages` INTEGER UNSIGNED NOT NULL,

    PRIMARY KEY (`minute_s`, `reason`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
