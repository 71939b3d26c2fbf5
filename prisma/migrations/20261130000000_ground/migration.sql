-- The ground: people, conversations, messages, scheduled messages, and what the workers record.
-- CHECKs hold what Prisma cannot say; their names are the documentation of a failure.

-- CreateTable
CREATE TABLE `workspace` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `name` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `freeze_s` INTEGER UNSIGNED NOT NULL DEFAULT 0,
    `late_policy_s` INTEGER UNSIGNED NOT NULL DEFAULT 86400,
    `horizon_s` INTEGER UNSIGNED NOT NULL DEFAULT 31622400,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `suspended_ms` BIGINT UNSIGNED NULL,

    PRIMARY KEY (`workspace_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `member` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `account_id` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `kind` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `role` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `display_name` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `email` VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `zone` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `deactivated_ms` BIGINT UNSIGNED NULL,

    UNIQUE INDEX `one_per_account`(`workspace_id`, `account_id`),
    CONSTRAINT `member_kind` CHECK (`kind` IN ('person', 'bot')),
    CONSTRAINT `member_role` CHECK (`role` IN ('owner', 'admin', 'member')),
    CONSTRAINT `person_has_account` CHECK ((`kind` = 'person') = (`account_id` IS NOT NULL)),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `invitation` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `secret_hash` CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `role` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `created_by` BIGINT UNSIGNED NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `expires_ms` BIGINT UNSIGNED NOT NULL,
    `revoked_ms` BIGINT UNSIGNED NULL,
    `use_count` INTEGER UNSIGNED NOT NULL DEFAULT 0,

    UNIQUE INDEX `by_secret`(`workspace_id`, `secret_hash`),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `access_token` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `secret_hash` CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `kind` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `scopes` VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `label` VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `revoked_ms` BIGINT UNSIGNED NULL,

    UNIQUE INDEX `by_secret`(`workspace_id`, `secret_hash`),
    CONSTRAINT `token_kind` CHECK (`kind` IN ('bot', 'user')),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `channel` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `kind` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'public',
    `name` VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL DEFAULT '',
    `name_key` VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `direct_key` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `topic` VARCHAR(250) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL DEFAULT '',
    `posting` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'everyone',
    `created_by` BIGINT UNSIGNED NOT NULL DEFAULT 0,
    `created_ms` BIGINT UNSIGNED NOT NULL DEFAULT 0,
    `archived_ms` BIGINT UNSIGNED NULL,
    `last_seq` BIGINT UNSIGNED NOT NULL DEFAULT 0,
    `last_message_seq` BIGINT UNSIGNED NOT NULL DEFAULT 0,
    `last_ts_us` BIGINT UNSIGNED NOT NULL DEFAULT 0,
    `epoch` INTEGER UNSIGNED NOT NULL DEFAULT 1,
    `acl_version` INTEGER UNSIGNED NOT NULL DEFAULT 1,
    `changed_seq` BIGINT UNSIGNED NOT NULL DEFAULT 0,

    UNIQUE INDEX `by_name`(`workspace_id`, `name_key`),
    UNIQUE INDEX `by_direct_key`(`workspace_id`, `direct_key`),
    CONSTRAINT `channel_kind` CHECK (`kind` IN ('public', 'private', 'direct')),
    CONSTRAINT `channel_posting` CHECK (`posting` IN ('everyone', 'admins')),
    CONSTRAINT `direct_has_key` CHECK ((`kind` = 'direct') = (`direct_key` IS NOT NULL)),
    CONSTRAINT `named_unless_direct` CHECK ((`kind` = 'direct') = (`name_key` IS NULL)),
    CONSTRAINT `messages_within_seq` CHECK (`last_message_seq` <= `last_seq`),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `channel_member` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `joined_ms` BIGINT UNSIGNED NOT NULL,
    `left_ms` BIGINT UNSIGNED NULL,
    `changed_seq` BIGINT UNSIGNED NOT NULL,

    INDEX `by_member`(`workspace_id`, `member_id`, `channel_id`),
    INDEX `by_change`(`workspace_id`, `channel_id`, `changed_seq`),
    PRIMARY KEY (`workspace_id`, `channel_id`, `member_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `read_mark` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `read_seq` BIGINT UNSIGNED NOT NULL,
    `marked_ms` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`workspace_id`, `member_id`, `channel_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `message` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `seq` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `author_id` BIGINT UNSIGNED NOT NULL,
    `thread_root_id` BIGINT UNSIGNED NULL,
    `origin` VARCHAR(12) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `text` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `payload` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `ts_us` BIGINT UNSIGNED NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `send_at` BIGINT UNSIGNED NULL,
    `client_token` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `changed_seq` BIGINT UNSIGNED NOT NULL,
    `edited_ms` BIGINT UNSIGNED NULL,
    `deleted_ms` BIGINT UNSIGNED NULL,

    INDEX `by_change`(`workspace_id`, `channel_id`, `changed_seq`),
    UNIQUE INDEX `exactly_once`(`workspace_id`, `id`),
    UNIQUE INDEX `one_per_token`(`workspace_id`, `author_id`, `client_token`),
    CONSTRAINT `message_origin` CHECK (`origin` IN ('typed', 'scheduled', 'api')),
    CONSTRAINT `scheduled_has_send_at` CHECK ((`origin` = 'scheduled') = (`send_at` IS NOT NULL)),
    CONSTRAINT `never_early` CHECK (`send_at` IS NULL OR `send_at` * 1000 <= `created_ms`),
    PRIMARY KEY (`workspace_id`, `channel_id`, `seq`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `scheduled_message` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `author_id` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `thread_root_id` BIGINT UNSIGNED NULL,
    `text` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `payload` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `send_at` BIGINT UNSIGNED NOT NULL,
    `zone` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `wall_clock` CHAR(19) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `zone_rules` VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `not_after` BIGINT UNSIGNED NULL,
    `freeze_s` INTEGER UNSIGNED NOT NULL,
    `status` VARCHAR(12) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `version` INTEGER UNSIGNED NOT NULL,
    `fence` INTEGER UNSIGNED NOT NULL,
    `wake_at_ms` BIGINT UNSIGNED NULL,
    `lease_owner` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `attempts` SMALLINT UNSIGNED NOT NULL,
    `fail_reason` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `sent_seq` BIGINT UNSIGNED NULL,
    `sent_at_ms` BIGINT UNSIGNED NULL,
    `late_cause` VARCHAR(24) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `client_token` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `create_hash` CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `lane` TINYINT UNSIGNED NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `changed_ms` BIGINT UNSIGNED NOT NULL,

    INDEX `due`(`lane`, `wake_at_ms`, `workspace_id`, `id`),
    INDEX `by_author`(`workspace_id`, `author_id`, `send_at`, `id`),
    UNIQUE INDEX `one_per_token`(`workspace_id`, `author_id`, `client_token`),
    CONSTRAINT `known_status` CHECK (`status` IN ('SCHEDULED', 'DISPATCHING', 'SENT', 'FAILED', 'CANCELED')),
    CONSTRAINT `sent_has_seq` CHECK ((`status` = 'SENT') = (`sent_seq` IS NOT NULL)),
    CONSTRAINT `final_sleeps` CHECK ((`wake_at_ms` IS NULL) = (`status` IN ('SENT', 'FAILED', 'CANCELED'))),
    CONSTRAINT `failed_has_reason` CHECK ((`status` = 'FAILED') = (`fail_reason` IS NOT NULL)),
    CONSTRAINT `lease_has_owner` CHECK ((`status` = 'DISPATCHING') = (`lease_owner` IS NOT NULL)),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `scheduled_message_event` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `scheduled_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `kind` VARCHAR(16) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `actor_id` BIGINT UNSIGNED NULL,
    `client` VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `at_ms` BIGINT UNSIGNED NOT NULL,
    `detail` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,

    PRIMARY KEY (`workspace_id`, `scheduled_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `notice` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `kind` VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `scheduled_id` BIGINT UNSIGNED NOT NULL,
    `detail` VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `seen_ms` BIGINT UNSIGNED NULL,

    PRIMARY KEY (`workspace_id`, `member_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `outbox` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `work` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,

    INDEX `oldest`(`created_ms`, `workspace_id`, `id`),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `hydration_bucket` (
    `lane` TINYINT UNSIGNED NOT NULL,
    `bucket_s` BIGINT UNSIGNED NOT NULL,
    `load_id` BIGINT UNSIGNED NOT NULL,
    `row_count` INTEGER UNSIGNED NOT NULL,
    `loaded_ms` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`lane`, `bucket_s`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `dispatch_lane` (
    `lane` TINYINT UNSIGNED NOT NULL,

    PRIMARY KEY (`lane`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `worker_heartbeat` (
    `worker` VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `instance` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `started_ms` BIGINT UNSIGNED NOT NULL,
    `beat_ms` BIGINT UNSIGNED NOT NULL,
    `success_ms` BIGINT UNSIGNED NULL,
    `detail` TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,

    PRIMARY KEY (`worker`, `instance`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `account_workspace` (
    `account_id` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `workspace_id` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`account_id`, `workspace_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `auth_user` (
    `id` VARCHAR(64) NOT NULL,
    `name` VARCHAR(191) NOT NULL,
    `email` VARCHAR(191) NOT NULL,
    `emailVerified` BOOLEAN NOT NULL DEFAULT false,
    `image` TEXT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `updatedAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),

    UNIQUE INDEX `auth_user_email`(`email`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `auth_session` (
    `id` VARCHAR(64) NOT NULL,
    `expiresAt` DATETIME(3) NOT NULL,
    `token` VARCHAR(191) NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `updatedAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `ipAddress` VARCHAR(64) NULL,
    `userAgent` TEXT NULL,
    `userId` VARCHAR(64) NOT NULL,

    UNIQUE INDEX `auth_session_token`(`token`),
    INDEX `auth_session_user`(`userId`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `auth_account` (
    `id` VARCHAR(64) NOT NULL,
    `accountId` VARCHAR(191) NOT NULL,
    `providerId` VARCHAR(64) NOT NULL,
    `userId` VARCHAR(64) NOT NULL,
    `accessToken` TEXT NULL,
    `refreshToken` TEXT NULL,
    `idToken` TEXT NULL,
    `accessTokenExpiresAt` DATETIME(3) NULL,
    `refreshTokenExpiresAt` DATETIME(3) NULL,
    `scope` TEXT NULL,
    `password` TEXT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `updatedAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),

    INDEX `auth_account_user`(`userId`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `auth_verification` (
    `id` VARCHAR(64) NOT NULL,
    `identifier` VARCHAR(191) NOT NULL,
    `value` TEXT NOT NULL,
    `expiresAt` DATETIME(3) NOT NULL,
    `createdAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    `updatedAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),

    INDEX `auth_verification_identifier`(`identifier`),
    PRIMARY KEY (`id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- The lanes exist from the start: their locks are what counts.
INSERT INTO `dispatch_lane` (`lane`) VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15);
