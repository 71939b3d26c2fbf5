-- CreateTable
CREATE TABLE `search_document` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `seq` BIGINT UNSIGNED NOT NULL,
    `author_id` BIGINT UNSIGNED NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `facets` INTEGER UNSIGNED NOT NULL,
    `changed_seq` BIGINT UNSIGNED NOT NULL,
    `words` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,

    INDEX `by_time`(`workspace_id`, `created_ms`),
    INDEX `by_author`(`workspace_id`, `author_id`, `created_ms`),
    FULLTEXT INDEX `words`(`words`),
    PRIMARY KEY (`workspace_id`, `channel_id`, `seq`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `search_cursor` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `epoch` INTEGER UNSIGNED NOT NULL,
    `indexed_seq` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`workspace_id`, `channel_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `reading_stamp` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `stamp` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`workspace_id`, `member_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
